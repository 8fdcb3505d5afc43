import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'

/** Parameters of Argon2id; `memory` in KiB. */
export interface PasswordCost {
  memory: number
  passes: number
  parallelism: number
}

/** Argon2id as OWASP recommends: 19 MiB, 2 passes, 1 lane. A hash takes about 30 ms on another thread. */
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
  const tag = await derive(password.normalize('NFKC'), salt, { ...cost, tagLength: TAG_BYTES })
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${encode(salt)}$${encode(tag)}`
}

/**
 * Takes equally long with a null hash, so that timing does not reveal which accounts exist.
 * @param hasImported True if some accounts have bcrypt hashes. Each check then runs both algorithms.
 */
export async function verifyPassword(
  password: string,
  stored: string | null,
  { hasImported = false }: { hasImported?: boolean } = {},
): Promise<boolean> {
  // Hashing a very long password is costly, so its length is checked first.
  if (password.length > PASSWORD_LENGTH.max * 4) return false
  const isBcrypt = stored !== null && BCRYPT.test(stored)
  const equal = await verifyArgon2(password, isBcrypt ? UNMATCHABLE_HASH : (stored ?? UNMATCHABLE_HASH))
  const equalBcrypt =
    isBcrypt || hasImported
      ? await verifyBcrypt(password, isBcrypt ? stored : UNMATCHABLE_BCRYPT_HASH)
      : false
  return stored !== null && (isBcrypt ? equalBcrypt : equal)
}

/** True if the hash has another algorithm or cost than `own`. The next sign-in replaces such a hash. */
export function isImportedHash(stored: string, own: PasswordCost = COST): boolean {
  if (BCRYPT.test(stored)) return true
  const { tag, cost } = parse(stored)
  return (
    tag.length !== TAG_BYTES ||
    Object.entries(own).some(([name, value]) => cost[name as keyof PasswordCost] !== value)
  )
}

const BCRYPT = /^\$2[aby]\$(\d\d)\$[./\w]{53}$/
const MAX_COST = { bcrypt: 12, memory: 1024 * 1024, passes: 20, parallelism: 64 }

export function isUsableHash(stored: string): boolean {
  const rounds = Number(BCRYPT.exec(stored)?.[1] ?? Number.NaN)
  if (!Number.isNaN(rounds)) return rounds >= 4 && rounds <= MAX_COST.bcrypt
  if (!PHC.test(stored)) return false
  const { salt, tag, cost } = parse(stored)
  return (
    cost.memory <= MAX_COST.memory &&
    cost.memory >= 8 * cost.parallelism &&
    cost.passes >= 1 &&
    cost.passes <= MAX_COST.passes &&
    cost.parallelism >= 1 &&
    cost.parallelism <= MAX_COST.parallelism &&
    salt.length >= 8 &&
    tag.length >= 16 &&
    tag.length <= 64
  )
}

/** Runs one check at a time, because each check blocks the event loop for up to 100 ms. */
const verifyBcrypt = (password: string, stored: string): Promise<boolean> =>
  runBcrypt('', async () => {
    const { compare } = await import('bcryptjs')
    return compare(password, stored)
  })

const runBcrypt = createOneByOne()

async function verifyArgon2(password: string, stored: string): Promise<boolean> {
  const { salt, tag, cost } = parse(stored)
  const tagLength = tag.length
  // Tries both forms, because imported hashes may be hashes of text that was not normalized.
  const forms = new Set([password.normalize('NFKC'), password])
  for (const form of forms)
    if (timingSafeEqual(await derive(form, salt, { ...cost, tagLength }), tag)) return true
  return false
}

const derive = (
  message: string,
  nonce: Buffer,
  options: PasswordCost & { tagLength: number },
): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    argon2('argon2id', { message, nonce, ...options }, (error, tag) => (error ? reject(error) : resolve(tag)))
  })

const PHC = /^\$argon2id\$v=19\$m=(\d{1,9}),t=(\d{1,9}),p=(\d{1,9})\$([\w+/]+)\$([\w+/]+)$/

function parse(stored: string): { salt: Buffer; tag: Buffer; cost: PasswordCost } {
  const match = PHC.exec(stored)
  if (!match) throw new Error('a stored password hash is neither an argon2id PHC string nor a bcrypt hash')
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

/** A bcrypt hash that no password has, with the cost factor that Open WebUI uses. */
const UNMATCHABLE_BCRYPT_HASH = `$2b$12$${randomBytes(40).toString('base64').replaceAll('+', '.').replaceAll('=', 'e').slice(0, 53)}`
