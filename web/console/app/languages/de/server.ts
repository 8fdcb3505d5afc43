import { refusals } from '../../../../ui/languages/de/refusals.ts'
import type { ConsoleCatalogue } from '../catalogue.ts'

export const server: Pick<ConsoleCatalogue, 'console.refusals'> = {
  'console.refusals': {
    ...refusals,
    duplicate_email: 'Es gibt schon ein Konto mit dieser E-Mail-Adresse. Nichts wurde geändert.',
    last_admin: 'Dies ist der letzte Administrator der Organisation. Ernennen Sie zuerst einen anderen.',
    everyone_refused:
      'Neuer Zugang lässt sich nicht an alle Angemeldeten (*) vergeben. Nennen Sie die Personen einzeln.',
  },
}
