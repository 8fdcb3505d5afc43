import { counted } from '../../../../ui/languages/de/counted.ts'

export const answers = counted('Antwort', 'Antworten')
export const changes = counted('Änderung', 'Änderungen')
export const files = counted('Datei', 'Dateien')
export const messages = counted('Nachricht', 'Nachrichten')
export const people = counted('Person', 'Personen')
export const problems = counted('Problem', 'Probleme')

/** Without the turns that have no known price. */
export const withoutUnpriced = (turns: number): string => `ohne ${answers(turns)} mit unbekanntem Preis`
