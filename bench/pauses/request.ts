export interface Large {
  what: string
  send(): Promise<{ status: number }>
}

export async function request(url: string, method: string, headers: Record<string, string>, body?: string) {
  const answer = await fetch(url, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body }),
  })
  return { status: answer.status, text: await answer.text() }
}

/** Words are distinct, because distinct words cost a search index most. */
export function words(chars: number, seed = 0): string {
  const all: string[] = []
  for (let n = 0, length = 0; length < chars; n++) {
    const word = (n * 7919 + seed * 104_729).toString(36)
    all.push(word)
    length += word.length + 1
  }
  return all.join(' ')
}

export const chinese = (seed: number) =>
  String.fromCodePoint(
    ...Array.from({ length: 50_000 }, (_, n) => 0x4e00 + ((n * 37 + seed) % 20_000)),
  ).repeat(4)
