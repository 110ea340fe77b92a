package richtext

// What mail programs write above the message that is answered, in the languages that they speak, in
// lower case.
var (
	// wrote end a line like "On …, … wrote:".
	wrote = []string{
		"wrote", "writes", "schrieb", "a écrit", "escribió", "escribio", "ha scritto", "escreveu", "schreef", "skrev", "kirjoitti", "napisał",
		"pisze", "napsal", "napísal", "írta", "ezt írta", "a scris", "yazdı", "написал", "пишет", "написав", "пише", "написа", "έγραψε",
		"כתב", "كتب", "نوشت", "のメール", "は書きました", "が書きました", "写道", "寫道", "寫到", "작성", "đã viết", "menulis", "เขียน", "je napisao", "je napisala",
		"napisao", "rašė", "rakstīja", "kirjutas", "je napisal", "va escriure", "ने लिखा", "skrifaði", "idatzi",
	}
	// openers begin one.
	openers = []string{"on", "am", "le", "el", "il", "em", "op", "den", "de", "w", "dne", "dňa", "în", "on.", "a", "στις", "ב", "בתאריך", "في", "pe", "ma", "vào", "pada", "dana", "на", "de:"}

	// originals stand between dashes.
	originals = []string{
		"original message", "original appointment", "ursprüngliche nachricht", "originalnachricht", "urspr. nachricht", "message d'origine", "message d’origine", "message original",
		"mensaje original", "messaggio originale", "mensagem original", "oorspronkelijk bericht", "ursprungligt meddelande", "originalmeddelande", "oprindelig meddelelse",
		"opprinnelig melding", "alkuperäinen viesti", "wiadomość oryginalna", "oryginalna wiadomość", "původní zpráva", "pôvodná správa", "eredeti üzenet", "mesaj original", "özgün ileti", "orijinal mesaj",
		"исходное сообщение", "оригинальное сообщение", "оригінальне повідомлення", "αρχικό μήνυμα", "הודעה מקורית", "הודעה מקורית-----", "الرسالة الأصلية", "元のメッセージ", "original-nachricht",
		"原始邮件", "原始郵件", "邮件原件", "원본 메시지", "thư gốc", "pesan asli", "reply message", "reply above this line",
	}
	// forwards are words between dashes.
	forwards = []string{
		"forwarded message", "forwarded by", "weitergeleitete nachricht", "message transféré", "mensaje reenviado", "messaggio inoltrato", "mensagem encaminhada", "doorgestuurd bericht",
		"vidarebefordrat", "videresendt", "välitetty viesti", "przekazana wiadomość", "přeposlaná zpráva", "továbbított", "mesaj redirecționat", "iletilmiş", "пересылаемое сообщение", "переслане", "προωθημένο",
		"הודעה שהועברה", "رسالة معاد توجيهها", "転送", "转发", "轉寄", "전달된 메시지",
	}
	// forwardLines are lines of their own (Apple's).
	forwardLines = []string{
		"begin forwarded message:", "anfang der weitergeleiteten nachricht:", "début du message réexpédié :", "début du message transféré :", "inicio del mensaje reenviado:", "inizio messaggio inoltrato:",
		"início da mensagem reencaminhada:", "begin doorgestuurd bericht:", "vidarebefordrat brev:", "start på videresendt besked:", "転送されたメッセージ:", "开始转发的邮件：",
	}

	// fromWords and headerWords are names of headers.
	fromWords = []string{
		"from", "von", "de", "da", "van", "från", "fra", "lähettäjä", "od", "feladó", "de la", "expeditor", "kimden", "gönderen", "от", "від", "από", "מאת", "من", "از",
		"差出人", "发件人", "寄件者", "寄件人", "보낸 사람", "보낸사람", "từ", "dari", "จาก", "expéditeur", "remitente", "mittente", "afzender", "avsändare", "afsender", "nuo", "no", "saatja", "šalje", "pošiljatelj", "प्रेषक",
	}
	headerWords = []string{
		"sent", "date", "to", "cc", "bcc", "subject", "reply-to", "importance", "attachments", "when", "where",
		"gesendet", "datum", "an", "kopie", "betreff", "antwort an", "envoyé", "à", "a", "objet", "date d'envoi", "copie à", "enviado", "enviado el", "fecha", "para", "asunto",
		"inviato", "data", "oggetto", "per conto di", "enviada", "enviada em", "assunto", "verzonden", "aan", "onderwerp", "skickat", "till", "ämne", "kopia", "sendt", "dato", "til", "emne", "kopi",
		"lähetetty", "päivämäärä", "vastaanottaja", "aihe", "kopio", "wysłano", "wysłane", "do", "dw", "temat", "odesláno", "komu", "předmět", "kopie", "odoslané", "predmet",
		"elküldve", "dátum", "címzett", "tárgy", "másolat", "trimis", "către", "catre", "subiect", "gönderme tarihi", "gönderildi", "tarih", "kime", "konu", "bilgi",
		"отправлено", "дата", "кому", "тема", "копия", "надіслано", "копія", "στάλθηκε", "ημερομηνία", "προς", "θέμα", "κοιν",
		"נשלח", "תאריך", "אל", "נושא", "עותק", "تاريخ الإرسال", "تم الإرسال", "التاريخ", "إلى", "الموضوع", "موضوع", "نسخة", "به", "تاریخ",
		"送信日時", "日付", "日時", "宛先", "件名", "发送时间", "日期", "时间", "收件人", "抄送", "主题", "寄件日期", "傳送時間", "收件者", "副本", "主旨",
		"보낸 날짜", "날짜", "받는 사람", "받는사람", "참조", "제목", "đã gửi", "ngày", "đến", "tới", "chủ đề", "dikirim", "tanggal", "kepada", "untuk", "perihal", "subjek", "วันที่", "ถึง", "เรื่อง", "दिनांक", "विषय",
	}
)
