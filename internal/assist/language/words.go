package language

import (
	"slices"
	"strings"
)

// lists are the short words of each language that occur in any text, the typical words of letters to customers among them.
var lists = map[string]string{
	"en": `the and you your for is are was were be been have has had will would can could should this that these those with from not
		but our we it its of to in on at by as or if an please thank thanks i my me they them their there here when what which who how
		any all just now then than so do does did don hi hello dear regards let know best kind sorry get about after before out up no
		more new he she his her us also only still been into over again already because through while where why yes`,
	"de": `der die das und ist sind war ich sie wir ihr ihre ihnen ihren ihrem ihrer nicht mit für auf von zu im in den dem des ein eine einen einem
		einer auch haben hat habe wird werden wurde kann können bitte danke vielen dank hallo liebe lieber sehr geehrte geehrter grüße freundlichen
		grüßen uns unser unsere noch nur aber oder wenn dass daß bei nach aus um wie was so es als sich mich mir dir dich du dein deine
		hier jetzt schon mehr kein keine gerne vom zum zur durch über unter diese dieser dieses diesem guten tag leider sobald damit`,
	"fr": `le la les des du de un une et est sont vous votre vos nous notre nos je il elle ils que qui pour pas ne dans sur avec au aux par
		ce cette ces mais ou si plus être avoir avez avons ont a été fait bonjour merci cordialement madame monsieur mon ma mes se son sa
		ses leur en y très bien tout tous comme sans sous afin dès ici même peut pouvez avons êtes suis cela donc encore votre`,
	"es": `el la los las un una unos unas y es son de del que en por para con no se su sus le les lo nos nuestro nuestra usted ustedes te tu
		tus mi me ha han he hemos está están como pero más muy si ya al o este esta estos estas eso esto hola gracias saludos buenos días
		cuando donde porque también puede puedes favor sobre sin hay ser estimado estimada hasta desde todo qué cómo atentamente cordial`,
	"pt": `o a os as um uma e é são de do da dos das que em no na nos nas por para com não se seu sua seus suas lhe você vocês meu minha
		nós nosso nossa ao à mais muito mas como já ou este esta isso isto olá obrigado obrigada está estão foi ser tem temos bom dia
		também pode quando até sem sobre pelo pela cumprimentos atenciosamente caso ainda aqui tudo prezado prezada estamos você`,
	"it": `il lo la gli le un una e è sono di del della dei delle dello che in nel nella per con non si su suo sua suoi sue lei le ci mi ti tuo
		tua vi noi nostro nostra ha ho hanno abbiamo più molto ma come anche o questo questa questi queste se al alla ai alle dal dalla
		da buongiorno grazie saluti cordiali salve ciao essere stato stata può quando dove perché già ancora gentile tutto qui sul sulla`,
	"nl": `de het een en is zijn was ik u uw je jouw jullie wij we ons onze niet met voor op van te in aan bij naar uit om als dat die dit
		deze er maar ook nog wel geen of heeft hebben heb had kan kunt kunnen wordt worden zal zou bedankt dank groet groeten
		vriendelijke beste hallo geachte hier nu al door over tot dan wat wie hoe waar mijn hem haar meer alleen graag goedemiddag`,
	"pl": `i w z na do nie się jest są to że o od za po przez dla jak ale lub czy już tylko tym ten ta te tego tej ich jego jej pan pani państwa
		państwo nas nam nasz nasza naszej mamy mam ma być był była było będzie proszę dziękuję dziękujemy dzień dobry pozdrawiam poważaniem
		witam oraz jeśli gdy które który która został została może można bardzo więcej pana przed przy moje mój ze we co`,
	"sv": `och att det som en ett är var på för med av till i den inte om har hade kan ska vi ni du din ditt dina er ert era jag mig min mitt
		våra vår oss så men eller när hej tack vänliga hälsningar från de dem här nu också bara mycket vill får skulle vara blir blev efter
		han hon över under kommer sig genom alla någon`,
	"da": `og at det som en et er var på for med af til i den ikke om har havde kan skal vi du din dit dine jeg mig min mit jer jeres os vores
		så men eller når hej tak venlig hilsen fra de dem her nu også kun meget vil får skulle være bliver blev efter over under kommer sig
		hvis hvad hvor deres gennem igen noget`,
	"nb": `og at det som en et er var på for med av til i den ikke om har hadde kan skal vi du din ditt dine jeg meg min mitt dere deres oss vår
		våre så men eller når hei takk vennlig hilsen fra de dem her nå også bare mye vil får skulle være blir ble etter over under kommer seg
		hvis hva hvor gjennom igjen noe`,
	"fi": `ja on ei että se hän oli ovat olen olemme olet olette mutta tai jos kun niin myös vain nyt jo vielä kuin joka mitä missä tämä tämän
		sen ne te teidän meidän me minä minun sinun sinä voi voit voitte voimme kiitos hei terveisin ystävällisin terveisin ole olla ollut
		kanssa mukaan jälkeen ennen koska sitten hyvä päivää`,
	"cs": `a v na se je že to s z do o pro jako ale nebo když jsem jsme jste jsou byl byla bylo by být od po za při jen už ještě také tak
		který která které dobrý den děkuji děkujeme prosím pozdravem vás vám váš vaše vaši naše náš nám mi mě si ze ke ve co jak kde není
		bude můžete máte máme můžeme pokud již`,
	"sk": `a v na sa je že to s z do o pre ako ale alebo keď som sme ste sú bol bola bolo by byť od po za pri len už ešte tiež tak ktorý
		ktorá ktoré dobrý deň ďakujem ďakujeme prosím pozdravom vás vám váš vaša vaše naše náš nám mi ma si zo ku vo čo ako kde nie bude
		môžete máte máme môžeme ak`,
	"hu": `a az és hogy nem is egy van volt meg ha de vagy csak már még mint ez ezt azt el ki be fel le kell lehet ön önnek önt önök kérem
		köszönöm köszönjük tisztelt üdvözlettel szia nagyon minden ami aki amely után alatt mert itt ott nekünk mi mit kérjük hogyan
		sem majd ezért`,
	"ro": `și în de la cu pe un o este sunt nu că să se a al ale ai lui din pentru care mai dar sau dacă când ca fi fost am ați avem are au
		vă dumneavoastră noi nostru noastră mulțumesc mulțumim bună ziua salut stimate stimată rog cum foarte acest această prin după
		până doar aici cea cel ne mi îmi vom`,
	"tr": `ve bir bu için ile de da ne çok ama veya daha gibi olarak olan var yok değil mi mı mu sizin size siz biz bizim ben benim lütfen
		teşekkürler teşekkür ederiz ederim merhaba sayın iyi günler kadar sonra önce her şey nasıl eğer ancak en ise tarafından üzere
		olduğunu saygılarımızla edebilirsiniz hem bizi sizi`,
	"hr": `i u na je se da su za od do s sa ne ili ali kao što koji koja koje ovo to biti bio bila bilo sam smo ste vam vas vaš vaša vaše
		naš naša nam hvala molim dobar dan poštovani pozdrav lijep možete može imate imamo ako kada već samo još li bi će ćemo po iz
		nakon prije gdje kako nije`,
	"ca": `el la els les un una i és són de del dels que en per amb no es el seu la seva li us nosaltres nostre ha han hem està com però més
		molt si ja al o aquest aquesta això hola gràcies bon dia salutacions quan on perquè també pot sobre sense hi ho fins des vostè
		estem meva meu vostra`,
	"id": `dan yang di ke dari untuk dengan ini itu adalah tidak akan sudah telah bisa dapat kami anda saya kita atau juga pada oleh ada
		terima kasih mohon silakan halo selamat pagi siang apakah jika karena lebih dalam sebagai bapak ibu hanya lagi belum agar
		tersebut`,
	"vi": `và của là có không được cho với này đã sẽ các những một trong để bạn chúng tôi xin vui lòng cảm ơn chào khi nếu từ đến anh chị
		quý khách về nhưng hoặc cũng rất đang bị tại theo vào`,
}

// letters occur in few languages; the first line that fits a word counts.
var letters = []struct{ letters, tags string }{
	{"ß", "de"}, {"łąęśźżćń", "pl"}, {"ñ", "es"}, {"ãõ", "pt"}, {"őű", "hu"}, {"ğış", "tr"}, {"ěřů", "cs"}, {"ľĺŕ", "sk"},
	{"țșăţ", "ro"}, {"øæ", "da nb"}, {"å", "sv da nb"}, {"ạảấầẩẫậắằẳẵặẹẻẽếềểễệỉịọỏốồổỗộớờởỡợụủứừửữựỳỵỷỹđ", "vi"}, {"đćčšž", "hr cs sk"},
	{"œ", "fr"}, {"êèâîûù", "fr"}, {"äöü", "de fi sv hu tr"}, {"ì", "it"},
}

// tags are the languages of lists, in order.
var tags = func() (all []string) {
	for tag := range lists {
		all = append(all, tag)
	}
	slices.Sort(all)
	return all
}()

// common says which languages have a word.
var common = func() map[string][]string {
	all := make(map[string][]string)
	for _, tag := range tags {
		for _, w := range strings.Fields(lists[tag]) {
			if !slices.Contains(all[w], tag) {
				all[w] = append(all[w], tag)
			}
		}
	}
	return all
}()
