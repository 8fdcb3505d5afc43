import { refusals } from '../../../../ui/languages/de/refusals.ts'
import type { ServerCatalogue } from '../catalogue.ts'

const MISSING = 'Das haben wir nicht gefunden'

export const server: ServerCatalogue = {
  'chat.refusals': {
    ...refusals,
    invalid_api_key:
      'Dieser API-Schlüssel ist falsch, abgelaufen oder widerrufen. Erstellen Sie in den Einstellungen einen neuen.',
    session_gone: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich wieder an.',
    forbidden: 'Sie sind dazu nicht berechtigt. Wenden Sie sich an die Verwaltung.',
    rate_limited: 'Zu viele Anfragen. Warten Sie einen Moment.',
    key_expiry_past: 'Der Schlüssel wäre schon abgelaufen: Wählen Sie einen späteren Zeitpunkt.',
    too_many_keys: 'Sie haben 100 API-Schlüssel. Widerrufen Sie zuerst einen, den Sie nicht mehr brauchen.',
    key_missing: `${MISSING}: Es gibt keinen API-Schlüssel.`,
    session_missing: `${MISSING}: Diese Anmeldung gibt es nicht.`,
    session_needed:
      'Ein Schlüssel, der abläuft, kann Anmeldungen weder sehen noch beenden. Melden Sie sich dafür an.',
    totp_on: 'Die Anmeldung in zwei Schritten ist schon eingeschaltet. Schalten Sie sie zuerst aus.',
    totp_not_begun: 'Beginnen Sie zuerst mit einem neuen Schlüssel.',
    wrong_code: 'Dieser Code stimmt nicht oder wurde schon benutzt. Warten Sie auf den nächsten.',
    step_gone: 'Diese Anmeldung hat zu lange gedauert. Beginnen Sie noch einmal mit Ihrem Passwort.',
    link_gone:
      'Dieser Link funktioniert nicht mehr: Er wurde benutzt, ersetzt oder zurückgezogen, oder er ist abgelaufen. Fordern Sie einen neuen an.',
    mail_off:
      'Dieser Dienst verschickt keine Links per E-Mail. Bitten Sie die Verwaltung um ein neues Passwort.',
    second_factor_needed:
      'Hier ist für die Anmeldung ein zweiter Schritt erforderlich. Richten Sie ihn zuerst ein.',
    passkey_needed: 'Ihr Konto meldet sich hier mit seinem Passkey an, nicht mit dem Passwort allein.',
    wrong_credentials:
      'E-Mail oder Passwort stimmen nicht. Bitte prüfen Sie die Eingabe und versuchen Sie es erneut.',
    wrong_password: 'Das Passwort stimmt nicht. Bitte prüfen Sie die Eingabe und versuchen Sie es erneut.',
    email_invalid:
      'Diese E-Mail-Adresse hat nicht die richtige Form. Verwenden Sie eine Adresse wie name@example.com.',
    email_taken:
      'Zu dieser E-Mail gibt es schon ein Konto. Melden Sie sich damit an, oder verwenden Sie eine andere Adresse.',
    password_too_short: 'Das Passwort ist zu kurz: Verwenden Sie mindestens 8 Zeichen.',
    password_too_long: 'Das Passwort ist zu lang: Verwenden Sie höchstens 128 Zeichen.',
    name_invalid: 'Der Name muss 1 bis 100 Zeichen haben.',
    invalid_time_zone: 'Diese Zeitzone gibt es nicht. Verwenden Sie einen Namen wie Europe/Berlin.',
    password_sign_in_off: 'Die Anmeldung mit Passwort ist hier ausgeschaltet. Wählen Sie einen anderen Weg.',
    agent_open: 'Sie haben schon Zugang zu diesem Agenten.',
    access_declined: 'Ihre Anfrage wurde vor Kurzem abgelehnt. Nach einer Woche können Sie erneut anfragen.',
    too_many_access_requests: 'Sie haben 10 offene Anfragen. Warten Sie, bis über einige entschieden ist.',
    model_not_found: 'Diesen Agenten gibt es nicht, oder Sie haben keinen Zugang.',
    model_away: 'Dieser Agent ist gerade nicht verfügbar. Versuchen Sie es später noch einmal.',
    provider_not_reached:
      'Der Anbieter dieser Verbindung ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    provider_failed: 'Der Anbieter hat eine ungültige Antwort gesendet.',
    agent_unreachable: 'Der Agent ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    chat_missing: `${MISSING}: Diesen Chat gibt es nicht.`,
    chat_delete_missing: `${MISSING}: Diesen Chat gibt es nicht.`,
    response_missing: `${MISSING}: Diese gespeicherte Antwort gibt es nicht.`,
    completion_chat_missing: `${MISSING}: Diesen Chat gibt es nicht.`,
    folder_missing: `${MISSING}: Diesen Ordner gibt es nicht.`,
    folder_exists: 'Einen Ordner dieses Namens gibt es schon. Wählen Sie einen anderen Namen.',
    folder_too_deep: 'Ordner lassen sich nur eine Ebene tief verschachteln.',
    too_many_folders: 'Sie haben 200 Ordner. Löschen Sie zuerst einen, den Sie nicht mehr brauchen.',
    passkeys_need_name:
      'Passkeys funktionieren nur unter einer https-Adresse mit Domainnamen oder auf localhost.',
    passkey_late: 'Das hat zu lange gedauert oder wurde schon beantwortet. Beginnen Sie noch einmal.',
    passkey_not_made:
      'Dieser Passkey kann nicht gespeichert werden: Der Browser hat ihn nicht für diese Seite angelegt oder Ihre Identität nicht geprüft.',
    passkey_refused:
      'Mit diesem Passkey ist hier keine Anmeldung möglich. Vielleicht wurde er gelöscht, oder er gehört zu einer anderen Adresse.',
    passkey_exists: 'Dieser Passkey wurde schon hinzugefügt.',
    passkey_missing: `${MISSING}: Diesen Passkey gibt es nicht.`,
    too_many_passkeys: 'Sie haben 20 Passkeys. Löschen Sie zuerst einen, den Sie nicht mehr brauchen.',
    prompt_missing: `${MISSING}: Diesen Prompt gibt es nicht.`,
    prompt_exists: 'Einen Prompt mit diesem Namen haben Sie schon. Wählen Sie einen anderen.',
    prompt_name_invalid:
      'Ein Name hat nur Buchstaben, Ziffern, - und _, höchstens 40, und beginnt mit einem Buchstaben oder einer Ziffer.',
    prompt_too_many_variables: 'Ein Prompt hat höchstens 20 Variablen.',
    schedule_missing: `${MISSING}: Diesen geplanten Prompt gibt es nicht.`,
    schedule_invalid: 'Dieser Zeitplan ist ungültig. Schreiben Sie einen Cron-Ausdruck wie „0 8 * * 1“.',
    schedule_too_often:
      'Ein Prompt wird höchstens einmal in der Stunde gesendet. Wählen Sie Zeiten mit größerem Abstand.',
    schedule_chat_temporary:
      'Ein temporärer Chat lässt sich nicht planen, weil er nach einem Tag entfernt wird. Wählen Sie einen neuen Chat.',
    schedule_busy: 'Der letzte Lauf dieses Prompts antwortet noch. Warten Sie sein Ende ab.',
    too_many_schedules:
      'Sie haben 20 geplante Prompts. Löschen Sie zuerst einen, den Sie nicht mehr brauchen.',
    too_many_prompts: 'Sie haben 200 Prompts. Löschen Sie zuerst einen, den Sie nicht mehr brauchen.',
    question_over:
      'Diese Frage ist nicht mehr offen: Sie wurde beantwortet oder abgebrochen, oder sie hat zu lange gewartet.',
    question_answered: 'Sie haben diese Frage schon beantwortet, vielleicht in einem anderen Tab.',
    question_unreachable: 'Die Antwort konnte nicht übergeben werden. Versuchen Sie es gleich noch einmal.',
    chat_busy: 'In diesem Chat läuft noch eine Antwort. Warten Sie ihr Ende ab, oder halten Sie sie an.',
    share_missing: `${MISSING}: Dieser Chat wird nicht mehr geteilt, oder nicht mit Ihnen.`,
    share_without_people: 'Wählen Sie mindestens eine Person.',
    share_person_missing:
      'Eine dieser Personen hat keinen Zugang mehr zu dem Agenten. Ändern Sie die Auswahl.',
    share_without_agent:
      'In diesem Chat hat noch kein Agent geantwortet. Deshalb steht noch nicht fest, wer ihn lesen darf.',
    too_many_shares: 'Sie teilen 500 Chats. Beenden Sie zuerst das Teilen eines Chats.',
    message_empty: 'Die Nachricht ist leer.',
    message_missing: `${MISSING}: Diese Nachricht gibt es in diesem Chat nicht.`,
    answer_unfinished: 'Diese Antwort wird noch geschrieben.',
    parent_missing: 'Die Nachricht, auf die geantwortet werden soll, gehört nicht zu diesem Chat.',
    shutting_down: 'Der Web-Chat startet gerade neu. Versuchen Sie es gleich noch einmal.',
    file_missing: `${MISSING}: Diese Datei gibt es nicht.`,
    files_away: 'Der Dateispeicher ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    file_damaged: 'Die gespeicherte Datei ist beschädigt. Bitte wenden Sie sich an die Verwaltung.',
    store_away: 'Die Datenbank ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    file_too_large: 'Die Datei ist zu groß.',
    import_not_a_chat: 'Dieser Eintrag der Datei enthält keinen Chat.',
    import_message_too_long: 'Eine Nachricht ist länger als 1.048.576 Zeichen. Kürzen Sie sie.',
    too_many_messages: 'Der Chat hat mehr als 10.000 Nachrichten.',
    chat_fields_too_large: 'Der Chat oder eine Nachricht hat neben dem Text mehr als 1 MB Daten.',
    body_too_large: 'Die Anfrage ist zu groß.',
    upload_malformed: 'Die hochgeladene Datei war nicht lesbar. Bitte versuchen Sie es erneut.',
  },
  'chat.faults': {
    internal: 'Auf dem Server ist etwas schiefgegangen. Bitte versuchen Sie es erneut.',
    disk_full: refusals.disk_full,
    files_away: 'Der Dateispeicher ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    file_damaged: 'Die gespeicherte Datei ist beschädigt. Bitte wenden Sie sich an die Verwaltung.',
    store_unavailable: 'Die Datenbank ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    agent_unreachable: 'Der Agent ist gerade nicht erreichbar. Versuchen Sie es gleich noch einmal.',
    agent_busy: 'Der Agent ist gerade ausgelastet. Versuchen Sie es gleich noch einmal.',
    bad_answer: 'Die Antwort des Agenten ist nicht lesbar.',
    blocked: refusals.blocked,
    no_grant: 'Sie haben keinen Zugang zu diesem Agenten. Bitten Sie die Verwaltung darum.',
    access_withdrawn: 'Sie haben keinen Zugang mehr zu diesem Agenten, deshalb endet die Antwort hier.',
    access_unavailable: 'Ihr Zugang lässt sich gerade nicht prüfen. Versuchen Sie es gleich noch einmal.',
    draining: refusals.draining,
    stopping: 'Der Server wird gerade neu gestartet. Versuchen Sie es gleich noch einmal.',
    too_many_turns: 'Der Agent ist gerade ausgelastet. Versuchen Sie es gleich noch einmal.',
    context_length_exceeded:
      'Die Nachricht ist zu lang für das Modell. Kürzen Sie sie, oder teilen Sie sie auf.',
    model_unauthorized:
      'Der Anbieter des Modells hat den Schlüssel abgelehnt. Wer den Hub betreibt, muss ihn prüfen.',
    model_bad_answer:
      'Die Antwort des Modellanbieters ist nicht lesbar. Wer den Hub betreibt, findet den Grund im Protokoll.',
    model_timeout: 'Das Modell hat zu lange nicht geantwortet. Sie können es noch einmal versuchen.',
    model_unavailable:
      'Der Anbieter des Modells ist nicht erreichbar oder gestört. Sie können es noch einmal versuchen.',
    model_broken:
      'Die Verbindung zum Modell brach ab, bevor die Antwort fertig war. Versuchen Sie es noch einmal.',
    model_rate_limited: 'Das Modell bekommt gerade zu viele Anfragen. Versuchen Sie es gleich noch einmal.',
  },
}
