import type { PublicArtifact } from '#features/artifacts/schema.ts'

/** `failed`: a retry may succeed. */
export type OpenedLink = { state: 'open'; artifact: PublicArtifact } | { state: 'dead' | 'busy' | 'failed' }

export async function openLink(token: string): Promise<OpenedLink> {
  try {
    const response = await fetch('/portal/p/open', {
      method: 'POST',
      body: JSON.stringify({ token }),
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      credentials: 'same-origin',
    })
    if (response.ok) return { state: 'open', artifact: (await response.json()) as PublicArtifact }
    if (response.status === 429) return { state: 'busy' }
    return { state: response.status >= 500 ? 'failed' : 'dead' }
  } catch {
    return { state: 'failed' }
  }
}

export const contentAddress = (id: string) => `/portal/p/${encodeURIComponent(id)}/content`
export const downloadAddress = (id: string) => `/portal/p/${encodeURIComponent(id)}/download`
