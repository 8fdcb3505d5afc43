import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { accepted, refused, type Result } from '#ground/base/result.ts'

/** Parameters of Argon2id; `memory` in KiB. */
export interface PasswordCost {
  memory: number
  passes: number
  parallelism: number
}

/** Argon2id as OWASP recommends: 19 MiB, 2 passes, 1 lane. About 30 ms, outside the event loop. */
const COST: PasswordCost = { memory: 19_456, passes: 2, parallelism: 1 }
const TAG_BYTES = 32
const SALT_BYTES = 16

/** In characters, not bytes, so that the limit is equal for all scripts. */
export const PASSWORD_LENGTH = { min: 8, max: 128 } as const

export function checkPasswordRules(
  password: string,
): Result<string, 'password_too_short' | 'password_too_long'> {
  const length = [...password].length
  if (length < PASSWORD_LENGTH.min) return refused('password_too_short')
  if (length > PASSWORD_LENGTH.max) return refused('password_too_long')
  return accepted(password)
}

/** A PHC string: `$argon2id$v=19$m=19456,t=2,p=1$<salt>$<hash>`. */
export async function hashPassword(password: string, cost: PasswordCost = COST): Promise<string> {
  const salt = randomBytes(SALT_BYTES)
  const tag = await derive(password, salt, cost)
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(salt)}$${encode(tag)}`
}

/** Takes as long for a null hash as for a stored hash, so that timing does not reveal which accounts exist. */
export async function verifyPassword(password: string, stored: string | null): Promise<boolean> {
  const { salt, tag, cost } = parse(stored ?? UNMATCHABLE_HASH)
  // Hashing a very long password is costly, so its length is checked first.
  if (password.length > PASSWORD_LENGTH.max * 4) return false
  const equal = timingSafeEqual(await derive(password, salt, cost), tag)
  return equal && stored !== null
}

const derive = (password: string, nonce: Buffer, cost: PasswordCost): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    // Keyboards may enter the same text in different Unicode forms.
    const message = password.normalize('NFKC')
    argon2('argon2id', { message, nonce, tagLength: TAG_BYTES, ...cost }, (error, tag) =>
      error ? reject(error) : resolve(tag),
    )
  })

const PHC = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/

function parse(stored: string): { salt: Buffer; tag: Buffer; cost: PasswordCost } {
  const match = PHC.exec(stored)
  if (!match) throw new Error('a stored password hash is not an argon2id PHC string')
  const [, memory, passes, parallelism, salt, tag] = match
  return {
    salt: Buffer.from(salt!, 'base64'),
    tag: Buffer.from(tag!, 'base64'),
    cost: { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism) },
  }
}

const encode = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

/** A hash that no password has, for checks that must fail. */
const UNMATCHABLE_HASH = `$argon2id$v=19$m=${COST.memory},t=${COST.passes},p=${COST.parallelism}$${encode(randomBytes(SALT_BYTES))}$${encode(randomBytes(TAG_BYTES))}`
