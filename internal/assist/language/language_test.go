package language_test

import (
	"testing"

	"svcx/internal/assist/language"
)

func TestOf(t *testing.T) {
	for text, want := range map[string]string{
		"Thank you for your message, we will get back to you as soon as we can.":                    "en",
		"Vielen Dank für Ihre Nachricht, wir melden uns so bald wie möglich bei Ihnen.":             "de",
		"Merci pour votre message, nous vous répondrons dans les plus brefs délais.":                "fr",
		"Gracias por su mensaje, le responderemos lo antes posible con más detalles.":               "es",
		"Obrigado pela sua mensagem, vamos responder o mais rápido possível com mais detalhes.":     "pt",
		"Grazie per il suo messaggio, le risponderemo il prima possibile con più dettagli.":         "it",
		"Bedankt voor uw bericht, wij nemen zo snel mogelijk contact met u op.":                     "nl",
		"Dziękujemy za wiadomość, odpowiemy na nią tak szybko, jak to możliwe.":                     "pl",
		"Tack för ditt meddelande, vi svarar så snart som vi kan på din fråga.":                     "sv",
		"Kiitos viestistäsi, vastaamme sinulle niin pian kuin voimme ja kerromme lisää.":            "fi",
		"Děkujeme za vaši zprávu, odpovíme vám co nejdříve a pošleme další informace.":              "cs",
		"Köszönjük az üzenetét, hamarosan válaszolunk önnek, és minden részletet megírunk.":         "hu",
		"Vă mulțumim pentru mesaj, vă vom răspunde cât mai curând cu mai multe detalii.":            "ro",
		"Mesajınız için teşekkür ederiz, size en kısa sürede daha fazla bilgi ile dönüş yapacağız.": "tr",
		"Спасибо за ваше сообщение, мы ответим вам как можно скорее.":                               "ru",
		"Дякуємо за ваше повідомлення, ми відповімо вам якнайшвидше.":                               "uk",
		"Ευχαριστούμε για το μήνυμά σας, θα σας απαντήσουμε το συντομότερο δυνατόν.":                "el",
		"شكرا لرسالتك، سنرد عليك في أقرب وقت ممكن.":                                                 "ar",
		"תודה על הודעתך, נחזור אליך בהקדם האפשרי.":                                                  "he",
		"お問い合わせいただきありがとうございます。できるだけ早くご返信いたします。":                                                     "ja",
		"感谢您的来信，我们会尽快给您答复，请您耐心等待。":                                                                  "zh",
		"문의해 주셔서 감사합니다. 가능한 한 빨리 답변 드리겠습니다.":                                                        "ko",
		"": "", "Thanks!": "", "OK, Danke": "", "4711 / 0815": "", "https://example.com/the/and/you": "",
		"Lieferung DE-4711 Status":                                "",
		"Foo bar baz qux quux corge grault garply waldo":          "",
		"`if the user is not in the list then return to the top`": "",
	} {
		if got := language.Of(text); got != want {
			t.Errorf("%q is %q, want %q", text, got, want)
		}
	}
}

// A text that says the same in two languages is in neither.
func TestMixed(t *testing.T) {
	text := "Thank you for your message, we will get back to you as soon as we can. Vielen Dank für Ihre Nachricht, wir melden uns so bald wie möglich bei Ihnen."
	if got := language.Of(text); got != "" {
		t.Errorf("got %q", got)
	}
}

func TestRelated(t *testing.T) {
	for pair, want := range map[[2]string]bool{{"de", "de"}: true, {"da", "nb"}: true, {"cs", "sk"}: true, {"de", "nl"}: false, {"es", "pt"}: false} {
		if got := language.Related(pair[0], pair[1]); got != want {
			t.Errorf("%v: %t", pair, got)
		}
	}
}

// What is not known was related to every language of a group.
func TestUnknownLanguageIsRelatedToNone(t *testing.T) {
	for _, tag := range []string{"", "nl", "sv", "es", "de"} {
		if language.Related("", tag) || language.Related(tag, "") {
			t.Errorf("%q is related to an unknown language", tag)
		}
	}
}
