import { statSync } from 'node:fs'

/** Detects changed files by signatures of their metadata. */
export interface Signatures {
  /** Stores the signature of a file unless it has one. */
  note(file: string): void
  /** Returns the files whose signature changed, and stores their new signatures. */
  changed(files: Iterable<string>): string[]
}

/** Checks are synchronous, so that the process does nothing between a check and the use of the file. */
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

/** Detects an edit in place, a replaced, deleted or restored file, and a file with an old date. */
function signatureOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
    return `${ino}-${size}-${mtimeNs}-${ctimeNs}`
  } catch {
    return 'missing'
  }
}
