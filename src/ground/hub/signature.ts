import { statSync } from 'node:fs'

/** Signatures of files at their last use. */
export interface Signatures {
  /** Remember how a file looks, unless that is known already. */
  note(file: string): void
  /** Which of `files` look different from what is remembered, which is then brought up to date. */
  changed(files: Iterable<string>): string[]
}

/** Checks are synchronous, so that nothing happens between a check and the use of the file. */
export function createSignatures(): Signatures {
  const known = new Map<string, string>()
  return {
    note(file) {
      if (!known.has(file)) known.set(file, signatureOf(file))
    },
    changed(files) {
      const found = [...files].map((file) => ({ file, signature: signatureOf(file) }))
      const changed = found.filter(({ file, signature }) => known.get(file) !== signature)
      for (const { file, signature } of changed) known.set(file, signature)
      return changed.map(({ file }) => file)
    },
  }
}

/**
 * Enough to notice an edit in place, a replaced file, a file restored with an old date, and a file that was
 * deleted or restored.
 */
function signatureOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
    return `${ino}-${size}-${mtimeNs}-${ctimeNs}`
  } catch {
    return 'missing'
  }
}
