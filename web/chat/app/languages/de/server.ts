import type { ServerCatalogue } from '../catalogue.ts'

const MISSING = 'Das haben wir nicht gefunden'

export const server: ServerCatalogue = {
  'chat.refusals': {
    session_gone: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich wieder an.',
    forbidden: 'Das dürfen Sie nicht. Wenden Sie sich an die Verwaltung.',
    blocked: 'Ihr Konto ist gesperrt. Fragen Sie die Verwaltung.',
    rate_limited: 'Zu viele Anfragen. Warten Sie einen Moment.',
    key_expiry_past: 'Der Schlüssel wäre schon abgelaufen: Wählen Sie einen späteren Zeitpunkt.',
    too_many_keys: 'Sie haben 100 API-Schlüssel. Widerrufen Sie zuerst einen, den Sie nicht mehr brauchen.',
    key_missing: `${MISSING}: Es gibt keinen API-Schlüssel.`,
    session_missing: `${MISSING}: Diese Anmeldung gibt es nicht.`,
    session_needed:
      'Ein Schlüssel, der abläuft, kann Anmeldungen weder sehen noch beenden. Melden Sie sich dafür an.',
    totp_on: 'Codes einer App sind schon eingeschaltet. Schalten Sie sie zuerst aus.',
    totp_not_begun: 'Beginnen Sie zuerst mit einem neuen Schlüssel.',
    wrong_code: 'Dieser Code stimmt nicht oder wurde schon benutzt. Warten Sie auf den nächsten.',
    step_gone: 'Diese Anmeldung hat zu lange gedauert. Beginnen Sie noch einmal mit Ihrem Passwort.',
    wrong_credentials:
      'E-Mail oder Passwort stimmen nicht. Bitte prüfen Sie die Eingabe und versuchen Sie es erneut.',
    wrong_password: 'Das Passwort stimmt nicht. Bitte prüfen Sie die Eingabe und versuchen Sie es erneut.',
    email_invalid: 'Diese E-Mail-Adresse hat nicht die richtige Form. Nehmen Sie eine wie name@example.com.',
    email_taken:
      'Zu dieser E-Mail gibt es schon ein Konto. Melden Sie sich damit an, oder nehmen Sie eine andere.',
    password_too_short: 'Das Passwort ist zu kurz: Nehmen Sie mindestens 8 Zeichen.',
    password_too_long: 'Das Passwort ist zu lang: Nehmen Sie höchstens 128 Zeichen.',
    name_invalid: 'Der Name muss 1 bis 100 Zeichen haben.',
    idp_managed:
      'Diese Person meldet sich bei einem Anbieter an; ihre E-Mail und ihr Passwort lassen sich hier nicht ändern.',
    password_sign_in_off: 'Passwörter melden hier niemanden an. Wählen Sie einen der anderen Wege.',
    model_not_found: 'Diesen Agenten gibt es nicht, oder er steht Ihnen nicht offen.',
    model_away: 'Dieser Agent ist gerade nicht da. Versuchen Sie es wieder, wenn er zurück ist.',
    provider_not_reached:
      'Der Anbieter dieser Verbindung ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    provider_failed: 'Der Anbieter hat nicht geantwortet, wie er sollte.',
    agent_unreachable: 'Der Agent ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    chat_missing: `${MISSING}: Diesen Chat gibt es nicht.`,
    chat_delete_missing: `${MISSING}: Diesen Chat gibt es nicht.`,
    completion_chat_missing: `${MISSING}: Diesen Chat gibt es nicht.`,
    folder_missing: `${MISSING}: Diesen Ordner gibt es nicht.`,
    folder_exists: 'Einen Ordner dieses Namens gibt es schon. Nehmen Sie einen anderen Namen.',
    folder_too_deep: 'Ordner liegen in höchstens einem anderen Ordner.',
    too_many_folders: 'Sie haben 200 Ordner. Löschen Sie zuerst einen, den Sie nicht mehr brauchen.',
    passkeys_need_name: 'Passkeys gibt es nur, wo die Adresse ein Name mit https ist, oder localhost.',
    passkey_late: 'Das hat zu lange gedauert oder wurde schon beantwortet. Beginnen Sie noch einmal.',
    passkey_not_made:
      'Dieser Passkey kann nicht behalten werden: Der Browser hat ihn nicht hierfür angelegt oder nicht geprüft, wem er gehört.',
    passkey_refused:
      'Dieser Passkey meldet hier nicht an. Vielleicht wurde er gelöscht, oder er gehört zu einer anderen Adresse.',
    passkey_exists: 'Dieser Passkey ist schon hinzugefügt.',
    passkey_missing: `${MISSING}: Diesen Passkey gibt es nicht.`,
    too_many_passkeys: 'Sie haben 20 Passkeys. Löschen Sie zuerst einen, den Sie nicht mehr brauchen.',
    prompt_missing: `${MISSING}: Diesen Prompt gibt es nicht.`,
    prompt_exists: 'Einen Prompt mit diesem Namen haben Sie schon. Wählen Sie einen anderen.',
    prompt_name_invalid:
      'Ein Name hat nur Buchstaben, Ziffern, - und _, höchstens 40, und beginnt mit einem Buchstaben oder einer Ziffer.',
    prompt_too_many_variables: 'Ein Prompt hat höchstens 20 Variablen.',
    too_many_prompts: 'Sie haben 200 Prompts. Löschen Sie zuerst einen, den Sie nicht mehr brauchen.',
    chat_busy: 'In diesem Chat läuft noch eine Antwort. Warten Sie ihr Ende ab, oder halten Sie sie an.',
    message_empty: 'Die Nachricht ist leer.',
    message_missing: `${MISSING}: Diese Nachricht gibt es in diesem Chat nicht.`,
    answer_unfinished: 'Diese Antwort wird noch geschrieben.',
    parent_missing: 'Die Nachricht, auf die geantwortet werden soll, gehört nicht zu diesem Chat.',
    shutting_down: 'Der Web-Chat startet gerade neu. Versuchen Sie es gleich noch einmal.',
    file_missing: `${MISSING}: Diese Datei gibt es nicht.`,
    store_away: 'Die Datenbank ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    disk_full: 'Auf dem Server ist kein Platz mehr. Bitte sagen Sie der Verwaltung Bescheid.',
    file_too_large: 'Die Datei ist zu groß.',
    body_too_large: 'Die Anfrage ist zu groß.',
    upload_malformed: 'Die hochgeladene Datei war nicht lesbar. Bitte versuchen Sie es erneut.',
  },
  'chat.faults': {
    internal: 'Bei uns ist etwas schiefgegangen. Bitte versuchen Sie es erneut.',
    disk_full: 'Auf dem Server ist kein Platz mehr. Bitte sagen Sie der Verwaltung Bescheid.',
    store_unavailable: 'Die Datenbank ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    agent_unreachable: 'Der Agent ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    agent_busy: 'Der Agent hat gerade zu viel zu tun. Versuchen Sie es gleich noch einmal.',
    model_timeout: 'Das Modell hat zu lange nicht geantwortet. Sie können es noch einmal versuchen.',
    model_unavailable: 'Das Modell ist gerade nicht erreichbar. Sie können es noch einmal versuchen.',
    model_rate_limited: 'Das Modell bekommt gerade zu viele Anfragen. Versuchen Sie es gleich noch einmal.',
  },
}
