import { number } from '../../../../ui/language.ts'
import type { SettingsCatalogue } from '../catalogue.ts'

export const settings: SettingsCatalogue = {
  'chat.session': {
    signIn: 'Anmelden',
    signUp: 'Registrieren',
    createAccount: 'Konto anlegen',
    signInTo: (name) => `Bei ${name} anmelden`,
    signUpTo: (name) => `Ihr Konto bei ${name} anlegen`,
    firstTitle: 'Das erste Konto anlegen',
    firstText: 'Noch hat hier niemand ein Konto. Das erste übernimmt die Verwaltung.',
    code: 'Einmalcode',
    codeHint: 'Aus der App auf Ihrem Telefon, oder einer Ihrer Wiederherstellungscodes',
    back: 'Zurück zum Passwort',
    newHere: 'Neu hier?',
    haveAccount: 'Schon ein Konto?',
    forgotten: 'Passwort vergessen? Die Verwaltung kann Ihnen ein neues setzen.',
    closed: 'Die Registrierung ist geschlossen. Bitten Sie die Verwaltung um ein Konto.',
    continueWith: (provider) => `Weiter mit ${provider}`,
    or: 'oder',
    theProvider: 'Der Identitätsanbieter',
    notSignedIn: 'Sie wurden nicht angemeldet. Versuchen Sie es noch einmal.',
    pendingTitle: 'Ihr Konto wartet auf Freigabe',
    pendingText: (email) =>
      `Die Verwaltung muss ${email} freigeben, bevor Sie chatten können. Danach geht diese Seite von selbst weiter.`,
    checkAgain: 'Erneut prüfen',
  },
  'chat.signInProblems': {
    unknown_provider: () => 'Diesen Weg zur Anmeldung gibt es nicht. Wählen Sie einen der folgenden.',
    attempt_over: () =>
      'Diese Anmeldung gilt nicht mehr: Sie hat zu lange gedauert, wurde schon benutzt oder begann in einem anderen Browser. Melden Sie sich noch einmal an.',
    rate_limited: () => 'Das waren zu viele Versuche. Warten Sie eine Minute, und versuchen Sie es erneut.',
    unreachable: (provider) =>
      `${provider} ist gerade nicht zu erreichen. Versuchen Sie es gleich noch einmal, oder melden Sie sich anders an.`,
    declined: (provider) => `Sie wurden nicht angemeldet: Bei ${provider} wurde es abgelehnt.`,
    no_answer: (provider) =>
      `${provider} hat nicht geantwortet, wie es sein sollte. Versuchen Sie es gleich noch einmal.`,
    refused: (provider, answer) => `${provider} hat Sie nicht angemeldet. Die Antwort war „${answer}“.`,
    wrong_set_up: (provider, answer) =>
      `${provider} hat Sie nicht angemeldet. Die Antwort war „${answer}“: Hier ist etwas falsch eingerichtet. Sagen Sie es der Verwaltung.`,
    blocked: () => 'Ihr Konto ist gesperrt. Fragen Sie die Verwaltung.',
    domain_not_allowed: (provider) =>
      `Dieses Konto bei ${provider} darf sich hier nicht anmelden. Fragen Sie die Verwaltung.`,
    no_email: (provider) =>
      `${provider} hat Ihre E-Mail-Adresse nicht genannt, die hier gebraucht wird. Fragen Sie die Verwaltung.`,
    email_taken: (provider) =>
      `Zu Ihrer E-Mail-Adresse gibt es schon ein Konto, und ${provider} darf es nicht öffnen. Melden Sie sich an wie bisher, oder fragen Sie die Verwaltung.`,
    email_not_verified: (provider) =>
      `Zu Ihrer E-Mail-Adresse gibt es schon ein Konto, und ${provider} hat nicht bestätigt, dass sie Ihnen gehört. Bestätigen Sie sie dort, und melden Sie sich noch einmal an.`,
    sign_up_closed: () =>
      'Sie haben hier kein Konto, und die Registrierung ist geschlossen. Bitten Sie die Verwaltung um eines.',
  },
  'chat.settings': {
    title: 'Einstellungen',
    profile: 'Profil',
    password: 'Passwort',
    apiKeys: 'API-Schlüssel',
    appearance: 'Darstellung',
    emailNote: 'Die Adresse kann die Verwaltung ändern.',
    currentPassword: 'Bisheriges Passwort',
    newPassword: 'Neues Passwort',
    changePassword: 'Passwort ändern',
    passwordChanged: 'Passwort geändert. Andere Geräte wurden abgemeldet.',
    keyText:
      'Mit einem Schlüssel können Programme diesen Server als Sie nutzen. Halten Sie ihn geheim, und geben Sie jedem Programm einen eigenen.',
    notices: 'Benachrichtigen, wenn eine Antwort fertig ist und ich nicht hinsehe',
    noticesRefused: 'Dieser Browser erlaubt von hier keine Mitteilungen.',
    language: 'Sprache',
    languageOfBrowser: 'Wie in diesem Browser',
    themeText: 'Wie dieser Browser die Seite zeigt.',
  },
  'chat.instructions': {
    title: 'Vorgaben',
    text: 'Was jeder Agent beachten soll, wenn er Ihnen antwortet, etwa wie er mit Ihnen spricht oder woran Sie arbeiten. Was ein Agent darf, ändert sich dadurch nicht.',
    field: 'Ihre Vorgaben',
    example: 'Antworte knapp. Ich arbeite in München: Uhrzeiten bitte in meiner Zone, Längen in Metern.',
    isOn: 'Mit meinen Fragen senden',
    count: (used, most) => `${used} von ${most} Zeichen`,
  },
  'chat.data': {
    title: 'Ihre Chats',
    text: 'Eine Datei mit allen Chats, auch den archivierten, ohne die angehängten Dateien. Sie kann hier oder in einen anderen Hub wieder eingelesen werden; auch aus Open WebUI exportierte Chats lassen sich einlesen.',
    exportAll: 'Alle Chats exportieren',
    import: 'Chats importieren …',
    progress: (done, of) => `${number(done)} von ${number(of)}`,
    exported: (count) =>
      count === 1 ? '1 Chat wurde exportiert.' : `${number(count)} Chats wurden exportiert.`,
    imported: (count) =>
      count === 1 ? '1 Chat wurde importiert.' : `${number(count)} Chats wurden importiert.`,
    notImported: (count) =>
      count === 1 ? '1 war nicht lesbar und fehlt.' : `${number(count)} waren nicht lesbar und fehlen.`,
  },
  'chat.signIns': {
    security: 'Sicherheit',
    title: 'Wo Sie angemeldet sind',
    text: 'Melden Sie ab, was Sie nicht kennen, und ändern Sie dann Ihr Passwort.',
    list: 'Ihre Anmeldungen',
    current: 'Diese hier',
    device: (program, system) =>
      program && system ? `${program} auf ${system}` : (program ?? system ?? 'Unbekanntes Gerät'),
    signedIn: (when) => `angemeldet ${when}`,
    seen: (when) => `zuletzt gesehen ${when}`,
    unknownAddress: 'unbekannte Adresse',
    more: (count) => `Und ${number(count)} weitere, länger nicht gesehen.`,
    end: 'Abmelden',
    endOne: (device, address) => `${device}, ${address}, abmelden`,
    endTitle: (device) => `${device} abmelden?`,
    endText: 'Was dort offen ist, endet sofort. Wer das Passwort kennt, kann sich wieder anmelden.',
    ended: (device) => `${device} ist abgemeldet.`,
    endOthers: 'Überall sonst abmelden',
    endOthersTitle: 'Überall sonst abmelden?',
    endOthersText: (count) =>
      `${count === 1 ? 'Eine andere Anmeldung endet' : `${number(count)} andere Anmeldungen enden`} sofort. Hier bleiben Sie angemeldet, und Ihre API-Schlüssel bleiben.`,
    endedOthers: 'Sie sind überall sonst abgemeldet.',
    alone: 'Sie sind nirgends sonst angemeldet.',
  },
  'chat.twoStep': {
    title: 'Anmeldung in zwei Schritten',
    off: 'Neben Ihrem Passwort fragt die Anmeldung dann nach einem Code einer App auf Ihrem Telefon.',
    on: (left) => `Die Anmeldung fragt nach einem Code. ${left} von 10 Wiederherstellungscodes sind übrig.`,
    setUp: 'Einrichten',
    password: 'Ihr Passwort',
    next: 'Weiter',
    scan: 'Lesen Sie das mit einer App wie Aegis, Google Authenticator oder 1Password ein, und geben Sie den Code ein, den sie zeigt.',
    picture: 'Der Schlüssel für Ihre App',
    secret: 'Oder tippen Sie diesen Schlüssel ab',
    copySecret: 'Schlüssel kopieren',
    copied: 'Kopiert',
    code: 'Einmalcode',
    turnOn: 'Einschalten',
    codesTitle: 'Ihre Wiederherstellungscodes',
    codesText:
      'Jeder meldet Sie einmal an, wenn Sie Ihr Telefon nicht haben. Bewahren Sie sie sicher auf: Sie werden nicht noch einmal angezeigt.',
    download: 'Herunterladen',
    done: 'Ich habe sie aufbewahrt',
    turnOff: 'Ausschalten',
    turnedOff: 'Die Anmeldung in zwei Schritten ist aus.',
  },
}
