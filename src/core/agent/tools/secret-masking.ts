/** Keeps what a tool was handed in confidence out of what models, people and logs read. */
export interface Hiding {
  hide(secret: string): void
  /** The text without the secrets. */
  hidden(text: string): string
}

/** Names under which people and models pass secrets. */
export const SECRET_NAME =
  /pass(word|phrase|code)|secret|token|credential|authorization|cookie|api[-_]?key|private[-_]?key|_key$/i

/** A secret this short might be any word. */
const MIN_SECRET_LENGTH = 8

/** For one call of a tool. */
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
