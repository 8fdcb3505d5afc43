import { shortened } from '#ground/base/cut-text.ts'

/** Shorter values are not masked, because they occur by chance in any text. */
const MIN_SECRET_LENGTH = 4

const MAX_LINE = 300

export type Mask = (text: string) => string

function createMask(secrets: readonly string[]): Mask {
  const hide = createTextMask(secrets)
  return (text) => {
    // Control characters would let a server control the terminal that shows the line.
    const line = hide(text)
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
      .trim()
    return shortened(line, MAX_LINE)
  }
}

/** Replaces the longest secret first, because it may contain a shorter one. */
function createTextMask(secrets: readonly string[]): (text: string) => string {
  const hidden = secrets
    .flatMap((secret) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)])
    .filter((secret) => secret.length >= MIN_SECRET_LENGTH)
    .toSorted((a, b) => b.length - a.length)
  return (text) => {
    let masked = text
    for (const secret of hidden) masked = masked.replaceAll(secret, '[hidden]')
    return masked
  }
}

export type Masks = ReturnType<typeof createMasks>

export const createMasks = (secrets: readonly string[]) => ({
  line: createMask(secrets),
  text: createTextMask(secrets),
})
