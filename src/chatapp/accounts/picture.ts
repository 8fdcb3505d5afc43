import type { Account } from './account.ts'

export interface Picture {
  contentType: string
  bytes: Buffer
}

const STORED = /^data:(image\/(?:png|jpeg|gif|webp));base64,(.+)$/s

export function pictureOf({ name, profileImageUrl }: Pick<Account, 'name' | 'profileImageUrl'>): Picture {
  const [, contentType, base64] = STORED.exec(profileImageUrl) ?? []
  if (contentType && base64) return { contentType, bytes: Buffer.from(base64, 'base64') }
  return { contentType: 'image/svg+xml', bytes: Buffer.from(initialPicture(name)) }
}

function initialPicture(name: string): string {
  const initial = [...name.trim()][0]?.toUpperCase() ?? '?'
  const escaped = `&#${initial.codePointAt(0)};`
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" fill="#5b6b7b"/><text x="32" y="43" font-family="sans-serif" font-size="32" fill="#fff" text-anchor="middle">${escaped}</text></svg>`
}
