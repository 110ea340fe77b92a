package guard

import "slices"

// promises finds a file that the agent promises where none is attached. What the customer attached, or is asked to attach, is
// no promise, and neither is what is quoted.
func promises(r Reply) (found []Finding) {
	if r.Files != 0 || pictures.MatchString(r.Text) {
		return nil
	}
	skipped := slices.Concat(quotedIn(r.Text), codeIn(r.Text), addressesIn(r.Text))
	for _, sentence := range sentences(r.Text) {
		for _, p := range promised {
			for _, at := range p.find(sentence) {
				from, to := sentence[at.from].from, sentence[at.to-1].to
				if within(skipped, from) || within(skipped, to-1) || denied(sentence, at) {
					continue
				}
				// One is enough: a text says it in several ways.
				return []Finding{{MissingAttachment, "The text speaks of an attached file, and no file is attached.",
					"Attach the file, or change the sentence.", from, to}}
			}
		}
	}
	return nil
}

// denied reports whether some words of a sentence are about another file: what is said of it overlaps with them.
func denied(sentence []word, at part) bool {
	const near = 10 // words; no phrase is longer
	start := max(0, at.from-near)
	around := sentence[start:min(len(sentence), at.to+near)]
	for _, p := range notPromised {
		for _, no := range p.find(around) {
			if start+no.from < at.to && at.from < start+no.to {
				return true
			}
		}
	}
	return false
}

// promised are the phrases of a promise, in the order of languages: English, German, French, Spanish, Portuguese, Italian,
// Dutch, Polish, Swedish, Danish and Norwegian, Czech, Russian, Turkish.
var promised = phrases(`
	see|find|view|check|consult|review _ attached|enclosed
	see|view|check|open|consult _ attachment|attachments
	i|we|i've|we've|i'm|we're _ attached|attaching|enclosed|enclosing
	i|we attach|enclose
	i|we am|are|have|just|also attaching|attached
	i'll|we'll|let attach
	^attached|enclosed is|are|you|please|you'll|find|the|a|an|my|our|for|here
	is|are attached|enclosed
	is|are also|now attached
	is|are attached to|below|in this|here|as
	in|as an|the|this attachment
	in the attachments
	attached file|files|document|documents|pdf|invoice|screenshot|screenshots|image|picture|photo|label|form|guide|receipt|copy|spreadsheet|report|quote|contract|manual|instructions|list|log|video
	the|an|a attached _ for|shows|has|contains|explains|describes
	attachment for details|more|reference|instructions
	with|have|has _ attached for you

	anbei
	im|siehe|s anhang
	in|siehe der|die|den anlage|anlagen|anhängen|anhang|dateianhang
	als|der|dem|den|siehe anhang|anlage
	in der beigefügten|angehängten|anliegenden
	habe|haben|hab|füge|fügen|hänge|hängen|sende|senden|schicke|schicken|ist|sind|finden|findest|finde|übersende|übersenden|wie _ beigefügt-|angehängt-|angefügt-|beiliegend-
	beigefügt|angehängt|anliegend|beiliegend finden|findest|erhalten|sende|senden|die|der|das|ist|sind
	beigefügte|beigefügten|angehängte|angehängten|anliegende|anliegenden datei|dateien|dokument|rechnung|pdf|anleitung|formular|etikett|bild|screenshot
	füge|fügen|hänge|hängen|lege|legen ich|wir|dir|ihnen _ bei|an
	ich|wir füge|fügen|hänge|hängen|lege|legen _ _ bei|an

	ci-joint|ci-jointe|ci-joints|ci-jointes|ci-inclus
	trouverez|trouverez-vous|trouveras|voici|voir|trouver _ joint|jointe|joints|jointes|annexe
	en|la|les|voir|voir-la pièce|pièces jointe|jointes
	en pj
	je|nous|j'ai|avons|vous joins|joignons|joint
	je|nous vous joins|joignons
	je t'ai|vous joins|joint|ai|envoie _ joint-
	le|la|les document|facture|fichier|formulaire|étiquette|documents _ joint|jointe|joints|jointes|annexe
	document|fichier|facture|formulaire|étiquette|devis|documents|fichiers joint|jointe|joints|jointes

	adjunto|adjunta|adjuntos|adjuntas|adjuntamos el|la|los|las|un|una|encontrará|encontrarás|le|te|les|su|tu|a|en|copia|factura|podrá|tiene|tienes
	le|te|les|os adjunto|adjuntamos|adjunta
	he|hemos adjuntado
	archivo|documento|fichero|factura|pdf|formulario adjunto|adjunta
	en|ver|vea|véase|consulte|revise el|los|archivo|documento adjunto|adjuntos
	encontrará|encontrarás|envío|enviamos|mando _ adjunto|adjunta|adjuntos|adjuntas|anexo
	ver|vea adjunto

	em|no|segue|seguem|vide|ver|veja anexo|anexos
	segue|seguem|envio|enviamos|encontra|encontrará|está|estão _ anexo|anexa|anexos|anexado|anexada|anexados
	anexei|anexamos|anexo|junto o|a|os|as|um|uma|também|ao|seguem|segue|envio
	anexei|anexamos
	arquivo|ficheiro|documento|fatura|pdf anexo|anexado|anexa

	in allegato
	allego|alleghiamo
	ho|abbiamo allegato
	trova|trovi|troverà|troverai|trovate|invio|inviamo|vedi|veda|consulti _ allegato|allegata|allegati|allegate
	nell'allegato
	nel|il|la|vedi|come file|documento|pdf|fattura|da|modulo allegato|allegata
	si allega|allegano

	bijgevoegd|bijgesloten|bijgaand|bijgaande vindt|vind|de|het|een|is|u|je|treft|ontvangt|stuur
	in|als|zie|de|deze|via de|bijgevoegde bijlage|bijlagen
	in|als|zie|met bijlage|bijlagen
	heb|hebben|is|zijn|vindt|vind _ bijgevoegd|bijgesloten|bijgevoegde
	voeg|voegen|sluit ik|wij|we|de|het|een _ bij|toe
	ik|wij|we voeg|stuur|voegen|sturen _ bij|bijlage|bijgevoegd
	zie bijgevoegd-

	w załączniku|załącznikach|załączeniu
	załączam|załączamy|załączyłem|załączyłam|załączyliśmy|dołączam|dołączamy|dołączyłem|dołączyłam
	w załączonym|załączonej|załączonych|dołączonym|dołączonej
	zobacz|patrz|zob załącznik|załączniku
	jako załącznik
	przesyłam|przesyłamy _ załącz-

	bifogar|bifogat|bifogade jag|vi|en|ett|filen|dokumentet|finns|hittar|finner|fakturan
	se|jag|vi|har|finns _ bifogad|bifogat|bifogar|bifogade
	i bilagan|bilaga
	vedhæftet|vedhæfter|vedlagt|vedlegger|vedhæftede|vedlagte
	legger|lægger ved
	v příloze|přiloženém
	přikládám|přikládáme|posílám _ příloze
	во вложении
	прилагаю|прилагаем|прикрепил|прикрепила|прикрепили|прикрепляю
	ekte|ekteki|ekli dosyayı|dosya|bulabilirsiniz|dosyada
	ekte
`)

// notPromised are the phrases that are about another file: the customer's, one that is missing, the limits of files.
var notPromised = phrases(`
	you|you've|customer|he|she|they|who attached|enclosed
	you|you've have|had|just|already|also|kindly|never attached
	you _ attached
	attached|attachment|attachments|enclosed|file|document|screenshot|screenshots|photo that|which|you you|you've|sent|have|shared|provided
	attached|enclosed|attachment|attachments _ you've|you sent|shared|provided|attached|uploaded|have
	attached|enclosed to|in|with|by you|your
	is|are|been|be|being|was|were|remains attached|enclosed to|with|by the|an|this|that|it|each|every|one|both|any|all
	is|are|remains|still attached|enclosed to|with|by|on your
	attached to the|your|a|an wall|account|order|box|parcel|package|device|ticket|profile|plan|card|subscription|product|bottom|back|side|bag|cable|hook|frame
	your _ attachment|attachments
	attached|enclosed|attachment|attachments in|to|from|of|with my|our|the|an|your last|previous|earlier|first|prior|original mail|mails|e-mail|email|message|reply|answer|letter
	attached|enclosed it|them|this|that|both|these|those in|to|with my|our|the|an|your last|previous|earlier|first|prior|original mail|mails|e-mail|email|message|reply|answer|letter
	we|i are|am attached to
	we|i are|am very|really|deeply|quite|so|also|still|strongly|firmly|much attached to
	we're|i'm attached to
	we're|i'm very|really|deeply|quite|so|also|still|strongly|firmly|much attached to
	not|n't|never|isn't|aren't|wasn't|weren't|no|nothing|haven't|hasn't|don't|didn't|can't|cannot|couldn't|without|unable _ attached|attach|attachment|attachments|enclosed|attaching
	if|whether|that|when|once|unless|until|make|sure _ is|are _ attached
	if|when|once|whenever we|i attach|attached
	see|open|view|check|find _ attachment|attachments _ you|your|size|limit|icon|button|tab|section|menu|settings|field
	attachment|attachments icon|button|tab|section|menu|settings|field|size|sizes|limit|limits|types|feature|option|preview|column|area
	how|steps|instructions _ see|view|check|open _ attachment|attachments
	no|any|the|your|an attachment _ in|on your
	in the attachment|attachments tab|section|menu|settings|view|list|field|of|you|your
	to|and|then|users|customers|can|could|able see|view|open|check _ attachment|attachments

	sie|du|ihr|kunde _ angehängt|beigefügt|angefügt haben|hast|habt|hatten|hat|wurde|wurden
	sie|du|ihr|kunde haben|hast|habt|hat|hatten _ _ angehängt-|beigefügt-|angefügt-
	haben|hast|habt sie|du|ihr _ _ angehängt-|beigefügt-|angefügt-
	ihrem|ihren|ihr|ihre|deinem|deinen|deine|dein|eurem|euren anhang|anlage|anlagen|anhänge|angehängten|angehängte
	der|die|den|das von|ihnen|dir _ angehängt-|beigefügt-
	von ihnen|dir _ angehängt-|beigefügt-
	anhang|anlage an|zu unseren|ihren|deinen|euren|allen|jeder
	anhang ihrer|deiner|eurer|ihres|von|leer|fehlt|konnte|kam|war|war-
	anhang|anlage meiner|unserer|der|in|zu letzten|vorigen|vorherigen|früheren|ersten
	anhang|anlage in|zu|von meiner|unserer|der letzten|vorigen|vorherigen|früheren|ersten
	anlage ihrer|deiner|ihres|fehlt|war
	kein|keine|keinen|nicht|ohne|fehlt _ anhang|anlage|angehängt|beigefügt|angehängt-
	nicht|kein|keine _ angehängt-|beigefügt-
	als anhang _ senden|schicken|hochladen|zusenden|zukommen|schicken|beifügen
	im anhang _ senden|schicken|zusenden|zukommen
	als|im anhang hoch|an|senden|schicken|zusenden
	senden|schicken|sende|schicke|laden|übermitteln|fügen|hängen|hänge|füge sie|du|bitte|uns _ anhang|anlage|bei|an
	bitte|können|könnten|kannst|könntest|würden _ _ anhang|anlage|anhängen|beifügen|bei|an
	dem paket|produkt|gerät|lieferung|karton _ beigefügt-|beiliegend-|beigelegt-
	ist|sind|liegt dem|der|jedem|jeder _ beigefügt-|bei
	in der anlage|anlagen läuft|steht|verbaut|installiert|ist|funktioniert

	vous|tu|avez|as|client avez|as|m'avez|nous|aviez joint|jointe|joints|jointes
	votre|vos|ta|tes|aucune|aucun|sans|pas|d'une|de|dans|une _ pièce|pièces jointe|jointes _ votre|vide|manque|ouvrir|est|n'est|n'a|n'était|reçue
	votre|vos|ta|tes|aucune|aucun|sans|pas|mes|plusieurs|la|les|une|des pièce|pièces jointe|jointes de|que|vide|vides|n'est|n'a|manque|manquante|doit|doivent|dépasse|dépassent|ne|sont|max
	votre|vos|ta|aucune|aucun|sans|toute|chaque pièce|pièces jointe|jointes
	votre|vos|aucun|sans fichier|fichiers|document|documents|facture joint|joints|jointe
	joint|jointe|joints|jointes par|à|au vos|vous|votre|colis|produit
	envoyer|transmettre|ajouter|joindre|envoyez|envoyez-nous|transmettez|transmettez-nous|mettre|partager _ _ jointe|pj|jointes|joint|annexe
	document|fichier|facture|documents|photo|capture que vous|tu _ joint-
	est|sont|était joint|jointe|joints|jointes au|à

	su|tu|sus|tus|ningún|ninguno|sin|no|cualquier _ adjunto|adjuntos|adjunta|adjuntado
	usted|ha|han|has|cliente|haya|hayas|había adjuntado|adjuntada
	adjunto|adjuntos|adjunta que|no|se|estaba|está usted|nos|ha|has|envió|enviaste|llegó|abre|vacío|dañado
	envíe|envíenos|envía|envíanos|enviar|mande|mándenos|enviarnos|mandarnos|incluir|incluya|comparta _ _ adjunto|adjunta|adjuntos
	el|los archivo|archivos|documento|adjunto adjunto|adjuntos que|no|debe|deben
	adjunto|adjunta|adjuntos a|al|en su|tu|paquete|producto
	está|viene|va adjunto|adjunta al|a

	seu|sua|seus|suas|nenhum|sem|não|teu|tua|qualquer _ anexo|anexos|anexado|anexada
	você|vocês|cliente|que|o senhor|a anexou|anexado|anexaste
	anexo|anexos que|não|da|na você|nos|chegou|abriu|abre|sua|seu|enviou|estava
	envie|enviar|envie-nos|mande|mandar|encaminhe|coloque|incluir|inclua|adicione|partilhe|partilhar|enviar-nos _ _ anexo|anexos
	em anexo do|da|ao|à seu|sua|produto

	suo|tuo|vostro|nessun|nessuno|senza|non|sua|tua|suoi|tuoi|alcun _ allegato|allegata|allegati
	ha|hai|avete|che lei|aver|abbia|aveva allegato|allegata
	allegato|allegati che|non|della|alla|del ci|ha|hai|si|sua|suo|suo|era
	inviare|invii|inviaci|mandare|mandi|mandaci|inviarci|inoltrare|allegare|caricare|ci|può _ _ allegato|allegati
	in allegato alla|al sua|suo|suo|prodotto|pacco
	lei|utente|cliente _ allegato|allegata

	uw|je|jouw|jullie|geen|zonder|niet|elke _ bijlage|bijlagen|bijgevoegd|bijgevoegde
	u|jij|je|jullie|klant _ _ bijgevoegd|toegevoegd|bijgesloten
	bijlage|bijlagen van|die|is|was|ontbreekt|in|bij uw|je|u|leeg|te|niet|jouw
	stuur|stuurt|sturen|upload|mail|voeg|voegt|zou|kunt|kun|wilt|wil|kan u|je|jij|ons|de|het|een|dan|deze _ _ bijlage|toe|bij|bijvoegen|toevoegen
	als bijlage _ sturen|mailen|opsturen|uploaden|meesturen|toesturen|meezenden|toevoegen
	bij het|de|elk product|pakket|toestel _ bijgevoegd
	voeg|voegen _ toe|bij aan|uw|je|winkelwagen

	pana|pani|państwa|twój|twoim|twojego|pańskim|pańskiego|brak|bez|nie|żadnego|swoim _ załącznik-|załączon-
	załącznik|załączniku|załącznika|załączniki od|nie|który|którego|był|jest|pana|pani|państwa|twojej|pusty
	proszę|prosimy|prośba|czy|może|mogą|można _ _ załącz-|dołącz-
	załączyć|dołączyć|załączył|załączyła|załączyli|dołączył|dołączyła|przesłać|wysłać|przesłanie|odesłać|przesłania _ _ załącznik-|załącz-
	przesłać|wysłać|odesłać|przesłanie w załączniku
	w|do załączniku|załącznikach pana|pani|państwa|twojej|do

	du|ni|kunden|din|er|ingen|inte|ikke|deres|dit|dine _ bifog-|vedhæft-|vedlag-|bilaga|bilagan
	vaší|vaše|tvé|žádná|bez|není _ příloze|příloha
	вы|ваше-|ваш-|не|нет _ вложени-|прикрепил-
`)
