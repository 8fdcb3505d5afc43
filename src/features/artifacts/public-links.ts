import { accepted, type Result } from '#ground/base/result.ts'
import type { ServedFile } from '#ground/base/files/send.ts'
import type { Artifact, Viewer } from './artifact.ts'
import type { ArtifactGate } from './gate.ts'
import { createLinks, type ArtifactLinksDeps, type StoredLink } from './links.ts'
import { refusedAs, type ArtifactRefusal } from './refusal.ts'
import type { createArtifactVersions } from './versions.ts'

export interface PublicLinksDeps extends ArtifactLinksDeps {
  gate: Pick<ArtifactGate, 'find' | 'own' | 'mayShare'>
  openFile: ReturnType<typeof createArtifactVersions>['openFile']
  onOpened(): void
}

export function createPublicLinks({ gate, openFile, onOpened, ...deps }: PublicLinksDeps) {
  const links = createLinks(deps)

  const mayOpen = async (link: StoredLink): Promise<Artifact | null> => {
    const artifact = await gate.find(link.artifactId)
    return artifact && (await gate.mayShare(artifact)) ? artifact : null
  }

  return {
    linksOf: links.of,

    /** Refusal: `forbidden` without the permission to share. @returns The link and its token, which is not stored. */
    async createLink(
      viewer: Viewer,
      id: string,
      days: number,
      request: string,
    ): Promise<Result<{ link: StoredLink; token: string }, ArtifactRefusal>> {
      const own = await gate.own(viewer, id)
      if (!own.ok) return own
      if (!(await gate.mayShare(own.value))) return MAY_NOT_SHARE
      return links.create(id, days, request)
    },

    async revokeLink(viewer: Viewer, id: string, request: string): Promise<Result<true, ArtifactRefusal>> {
      const own = await gate.own(viewer, id)
      return own.ok ? links.revoke(id, request) : own
    },

    /** Null if the link does not open; the reason is not disclosed. */
    async openLink(token: string): Promise<{ artifact: Artifact; link: StoredLink } | null> {
      const link = await links.byToken(token)
      const artifact = link && (await mayOpen(link))
      if (!link || !artifact) return null
      await links.noteOpened(link)
      onOpened()
      return { artifact, link }
    },

    /** Null if the artifact's link is invalid or is not the link that the visitor opened. */
    async openByLink(
      id: string,
      isIt: (link: StoredLink) => boolean,
    ): Promise<Result<ServedFile | null, ArtifactRefusal>> {
      const link = (await links.of([id])).get(id)
      if (!link || link.expiresAt <= deps.clock.now() || !isIt(link)) return accepted(null)
      const artifact = await mayOpen(link)
      return artifact ? openFile(artifact) : accepted(null)
    },
  }
}

const MAY_NOT_SHARE = refusedAs(
  'forbidden',
  'You may not share artifacts of this Hub publicly. Ask a person who manages access to the Hub.',
)
