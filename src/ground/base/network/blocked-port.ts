import { z } from 'zod'

/** Ports that `fetch` refuses (Fetch standard, section 2.9), in Node and in browsers. */
const BLOCKED: ReadonlySet<number> = new Set([
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104,
  109, 110, 111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515,
  526, 530, 531, 532, 540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049,
  3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
])

export function blockedPortProblem(address: string): string | null {
  const port = URL.parse(address)?.port
  if (!port || !BLOCKED.has(Number(port))) return null
  return `port ${port} is one that browsers and Node refuse to call; let the server listen on another port`
}

export const fetchedAddress = () =>
  z
    .url({ protocol: /^https?$/, error: 'expected an http or https address' })
    .refine((address) => blockedPortProblem(address) === null, {
      error: ({ input }) => blockedPortProblem(String(input)) ?? 'expected another port',
    })
