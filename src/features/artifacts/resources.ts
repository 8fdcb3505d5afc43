import type { Artifact } from './artifact.ts'
import type { Artifacts } from './artifacts.ts'
import type { Directory } from './directory.ts'

export interface ListedArtifact {
  id: string
  title: string
  filename: string
  contentType: string
  size: number
}

export interface OwnArtifacts {
  list(email: string): Promise<ListedArtifact[]>
  /** Null if the person owns no such artifact. @throws Error if the file is unreadable or too large. */
  read(
    email: string,
    id: string,
    mostBytes: number,
  ): Promise<{ artifact: ListedArtifact; bytes: Buffer } | null>
}

const MAX_LISTED_ARTIFACTS = 200

export function createOwnArtifacts({
  hub,
  artifacts,
  directory,
}: {
  hub: string
  artifacts: Pick<Artifacts, 'list' | 'open' | 'gate'>
  directory: Pick<Directory, 'accountOf'>
}): OwnArtifacts {
  const viewerOf = async (email: string) => {
    const account = await directory.accountOf(email)
    return account && { email: account.email, userId: account.id, keyHubs: null }
  }
  return {
    async list(email) {
      const viewer = await viewerOf(email)
      if (!viewer) return []
      const page = { offset: 0, limit: MAX_LISTED_ARTIFACTS }
      const { items } = await artifacts.list(viewer, { view: 'mine', hub }, page)
      return items.map(listed)
    },

    async read(email, id, mostBytes) {
      const viewer = await viewerOf(email)
      const artifact = viewer && (await artifacts.gate.find(id))
      if (!viewer || artifact?.hub !== hub || artifact.ownerId !== viewer.userId) return null
      const opened = await artifacts.open(viewer, id)
      if (!opened.ok) throw new Error(opened.refusal.detail)
      const file = opened.value
      if (file.size > mostBytes) {
        await file.close()
        throw new Error(`${artifact.filename} is too large to be read completely (${file.size} bytes).`)
      }
      const bytes = file.size === 0 ? [] : await file.read({ start: 0, end: file.size - 1 }).toArray()
      if (file.size === 0) await file.close()
      return { artifact: listed(artifact), bytes: Buffer.concat(bytes as Buffer[]) }
    },
  }
}

const listed = ({ id, title, filename, contentType, size }: Artifact): ListedArtifact => ({
  id,
  title,
  filename,
  contentType,
  size,
})
