/** A marker has 128 bits, compared as four 32-bit words. */
const WORDS = 4
export const MARKER_BYTES = WORDS * 4

const MAX_LOAD_FACTOR = 0.75

export interface MarkerTable {
  /** @returns False if the table already has the marker, or if all bytes of the marker are zero: zeros denote a free slot. */
  add(bytes: Buffer, at?: number): boolean
  has(bytes: Buffer, at?: number): boolean
  remove(bytes: Buffer): void
  size(): number
  bytes(): Buffer
}

export function createMarkerTable(): MarkerTable {
  let slots = new Uint32Array(256 * WORDS)
  let mask = 255
  let count = 0

  const isFree = (slot: number): boolean => {
    const at = slot * WORDS
    return (slots[at]! | slots[at + 1]! | slots[at + 2]! | slots[at + 3]!) === 0
  }
  const slotOf = (a: number, b: number, c: number, d: number): number => {
    for (let slot = a & mask; ; slot = (slot + 1) & mask) {
      const at = slot * WORDS
      const isIt = slots[at] === a && slots[at + 1] === b && slots[at + 2] === c && slots[at + 3] === d
      if (isIt || isFree(slot)) return slot
    }
  }
  const slotOfBytes = (bytes: Buffer, at: number): number =>
    slotOf(
      bytes.readUInt32LE(at),
      bytes.readUInt32LE(at + 4),
      bytes.readUInt32LE(at + 8),
      bytes.readUInt32LE(at + 12),
    )
  const move = (from: Uint32Array, at: number, to: number) =>
    slots.set(from.subarray(at, at + WORDS), to * WORDS)

  const grow = () => {
    const old = slots
    slots = new Uint32Array(old.length * 2)
    mask = slots.length / WORDS - 1
    for (let at = 0; at < old.length; at += WORDS) {
      const [a, b, c, d] = [old[at]!, old[at + 1]!, old[at + 2]!, old[at + 3]!]
      if ((a | b | c | d) !== 0) move(old, at, slotOf(a, b, c, d))
    }
  }

  return {
    add(bytes, at = 0) {
      const a = bytes.readUInt32LE(at)
      const b = bytes.readUInt32LE(at + 4)
      const c = bytes.readUInt32LE(at + 8)
      const d = bytes.readUInt32LE(at + 12)
      if ((a | b | c | d) === 0) return false
      const slot = slotOf(a, b, c, d)
      if (!isFree(slot)) return false
      const wordOffset = slot * WORDS
      slots[wordOffset] = a
      slots[wordOffset + 1] = b
      slots[wordOffset + 2] = c
      slots[wordOffset + 3] = d
      if (++count > MAX_LOAD_FACTOR * (mask + 1)) grow()
      return true
    },
    has: (bytes, at = 0) => !isFree(slotOfBytes(bytes, at)),
    remove(bytes) {
      let hole = slotOfBytes(bytes, 0)
      if (isFree(hole)) return
      count--
      // Moves displaced entries into the hole, because a search stops at the first free position.
      for (let slot = (hole + 1) & mask; !isFree(slot); slot = (slot + 1) & mask) {
        const wanted = slots[slot * WORDS]! & mask
        if (((slot - wanted) & mask) < ((slot - hole) & mask)) continue
        move(slots, slot * WORDS, hole)
        hole = slot
      }
      slots.fill(0, hole * WORDS, hole * WORDS + WORDS)
    },
    size: () => count,
    bytes() {
      const all = Buffer.allocUnsafe(count * MARKER_BYTES)
      let end = 0
      for (let slot = 0; slot <= mask; slot++) {
        if (isFree(slot)) continue
        for (let word = 0; word < WORDS; word++) end = all.writeUInt32LE(slots[slot * WORDS + word]!, end)
      }
      return all
    },
  }
}
