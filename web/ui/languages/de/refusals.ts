import type { SharedRefusals } from '../catalogue.ts'

export const refusals: SharedRefusals = {
  blocked: 'Ihr Konto ist gesperrt. Wenden Sie sich an die Verwaltung.',
  idp_managed: 'Diese Person meldet sich bei einem Anbieter an und hat hier kein Passwort.',
  draining: 'Dieser Server nimmt keine neuen Anfragen mehr an. Versuchen Sie es gleich noch einmal.',
  disk_full: 'Auf dem Server ist kein Platz mehr. Bitte wenden Sie sich an die Verwaltung.',
}
