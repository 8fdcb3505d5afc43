export interface Hiding {
  hide(secret: string): void
  hidden(text: string): string
}

export const SECRET_NAME =
  /pass(word|phrase|code)|secret|token|credential|authorization|cookie|api[-_]?key|private[-_]?key|_key$/i

/** A shorter secret is not hidden, because it could be an ordinary word. */
const MIN_SECRET_LENGTH = 8

export function createHiding(): Hiding {
  const secrets = new Set<string>()
  return {
    hide: (secret) => void (secret.length >= MIN_SECRET_LENGTH && secrets.add(secret)),
    hidden(text) {
      let shown = text
      for (const secret of secrets) shown = shown.replaceAll(secret, '[hidden]')
      return shown
    },
  }
}

export const NOTHING_HIDDEN: Hiding = { hide: () => {}, hidden: (text) => text }
