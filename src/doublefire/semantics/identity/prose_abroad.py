"""Other languages' words of grammar and courtesy, negations and decisions: what may and what may not change when a
message is reworded. Words that mean different things in two of these languages are left out."""

from __future__ import annotations

from typing import Final

from doublefire.semantics.values.wordlist import word_set

SOFT: Final = word_set(
    # German
    " der die das den dem des ein eine einen einem einer eines ist sind war waren wurde wurden worden werden wird hat"
    " habe haben hatte hatten sein seine ihr ihre ihren ihrem ihrer ihnen sie wir uns unser unsere unseren ich dass"
    " und oder auch noch bereits nun jetzt mit bei am im zum zur von vom für über wie bitte gern gerne hiermit soeben"
    " danke dank vielen guten tag hallo liebe lieber sehr geehrte geehrter geehrten herr frau freundliche freundlichen"
    " herzliche herzlichen viele beste besten schöne grüße gruß"
    # French
    " le la les un une du des est sont été avons avez nous vous votre vos notre nos et ou aussi avec pour par sur dans"
    " bonjour bonsoir madame monsieur merci cordialement cher chère salutations bien veuillez"
    # Spanish and Portuguese
    " el los las una unos ha han sido hemos su sus nuestro nuestra y con por para en hola buenos días buenas tardes"
    " señor señora gracias saludos cordiales atentamente estimado estimada o os um uma foi são temos seu sua nosso"
    " nossa com olá bom dia boa tarde senhor senhora obrigado obrigada atenciosamente cumprimentos prezado prezada"
    # Italian and Dutch
    " il lo gli uno è sono stato stata abbiamo suo sua nostro nostra e con per ciao buongiorno gentile grazie cordiali"
    " saluti distinti het een zijn werd werden hebben heeft uw ons onze en ook met voor beste dag hallo groeten"
    " vriendelijke bedankt dank"
)

NEGATIONS: Final = word_set(
    "nicht kein keine keinen keinem keiner nie niemals ohne pas jamais sans aucun aucune nunca sin ningún ninguna não"
    " sem nenhum non mai senza nessuno niet geen nooit zonder"
)

DECISIONS: Final = word_set(
    "montag dienstag mittwoch donnerstag freitag samstag sonntag heute gestern januar februar märz mai juni juli"
    " oktober dezember abgelehnt genehmigt storniert bezahlt unbezahlt erstattet geliefert verfügbar lundi mardi"
    " mercredi jeudi vendredi samedi dimanche demain hier janvier février avril juin juillet août septembre octobre"
    " novembre décembre refusé accepté annulé payé remboursé livré lunes martes miércoles jueves viernes sábado domingo"
    " hoy mañana ayer enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre"
    " rechazado aprobado cancelado pagado reembolsado enviado segunda terça quarta quinta sexta hoje amanhã ontem"
    " janeiro fevereiro março maio junho julho setembro outubro dezembro recusado aprovado lunedì martedì mercoledì"
    " giovedì venerdì domani ieri gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre rifiutato"
    " approvato annullato pagato maandag dinsdag woensdag donderdag vrijdag zaterdag zondag vandaag gisteren"
    " geweigerd goedgekeurd geannuleerd betaald"
)
