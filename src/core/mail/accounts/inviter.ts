import { shortened } from '#ground/base/cut-text.ts'

const MAX_NAME_LENGTH = 60

/** Signs of which links and addresses consist. */
const LINK_SIGNS = /[/@:\\<>]|\.\S/u

/**
 * People choose their names, so a name could add a line, a link or an instruction to a mail. A name with signs of a link
 * is left out, and the e-mail always follows.
 */
export function inviterText(name: string, email: string): string {
  const plain = name
    .replaceAll(/[\p{C}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return plain === '' || LINK_SIGNS.test(plain) ? email : `${shortened(plain, MAX_NAME_LENGTH)} (${email})`
}
