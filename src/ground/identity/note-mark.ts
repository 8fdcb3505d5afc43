import { sha256 } from '#ground/base/ids.ts'
import { normalEmail } from './caller.ts'

/** Names a person in folders and tables of notes without the e-mail address. */
export const noteMark = (email: string): string => sha256(normalEmail(email)).slice(0, 40)
