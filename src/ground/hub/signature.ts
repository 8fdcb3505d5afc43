import { statSync } from 'node:fs'

export interface Signatures {
  storeSignature(file: string): void
  changed(files: Iterable<string>): string[]
}

/** The methods are synchronous, so that no other code runs between the check of a file and its use. */
export function createSignatures(): Signatures {
  const known = new Map<string, string>()
  return {
    storeSignature(file) {
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

/** Inode and change time detect a replaced file, even if its modification time is old. */
function signatureOf(file: string): string {
  try {
    const { ino, size, mtimeNs, ctimeNs } = statSync(file, { bigint: true })
    return `${ino}-${size}-${mtimeNs}-${ctimeNs}`
  } catch {
    return 'missing'
  }
}
