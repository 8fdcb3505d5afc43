import type { AccountWords } from './shape.ts'

export const de: AccountWords = {
  invitation: ({ host, invitedBy, until }) => ({
    subject: `Einladung zu ${host}`,
    before: [`${invitedBy} lädt Sie zu Hub Service auf ${host} ein.`],
    act: 'Einladung annehmen',
    after: [
      `Der Link funktioniert einmal, bis zum ${until}.`,
      'Wenn Sie diese Einladung nicht erwartet haben, ignorieren Sie diese E-Mail.',
    ],
  }),
  reset: (host) => ({
    subject: `Neues Passwort für ${host}`,
    before: [`Mit diesem Link legen Sie ein neues Passwort für Ihr Konto auf ${host} fest.`],
    act: 'Neues Passwort festlegen',
    after: [
      'Der Link funktioniert einmal, eine Stunde lang.',
      'Wenn Sie kein neues Passwort möchten, ignorieren Sie diese E-Mail: Ihr Passwort bleibt unverändert.',
    ],
  }),
  passwordChanged: (host) => ({
    subject: `Ihr Passwort für ${host} wurde geändert`,
    before: [
      `Ihr Konto auf ${host} hat ein neues Passwort. Es wurde mit einem Link aus einer E-Mail an diese Adresse festgelegt. Alle Sitzungen wurden beendet.`,
    ],
    act: '',
    after: ['Wenn Sie das nicht waren, benachrichtigen Sie sofort die Administration.'],
  }),
  orOpen: 'Oder öffnen Sie diese Adresse:',
}
