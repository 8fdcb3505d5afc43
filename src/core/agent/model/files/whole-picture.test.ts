import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { readPicture } from './picture.ts'
import { isWholePicture } from './whole-picture.ts'

const box = (type: string, bytes: number): Buffer => {
  const made = Buffer.alloc(8 + bytes)
  made.writeUInt32BE(made.length)
  made.write(type, 4)
  return made
}
const heic = Buffer.concat([box('ftyp', 16), box('meta', 30), box('mdat', 50)])
heic.write('heic', 8)

const SAMPLES: Readonly<Record<string, Buffer>> = {
  'image/png': Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
    'base64',
  ),
  'image/jpeg': Buffer.from(
    '/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAgGBgcGBQgHBwcJCQgKDBQNDAsLDBkSEw8UHRofHh0aHBwgJC4nICIsIxwcKDcpLDAxNDQ0Hyc5PTgyPC4zNDL/wAALCAACAAIBAREA/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUFBAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVWV1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi4+Tl5ufo6erx8vP09fb3+Pn6/9oACAEBAAA/ACv/2Q==',
    'base64',
  ),
  'image/gif': Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64'),
  'image/webp': Buffer.from('UklGRiIAAABXRUJQVlA4IBYAAAAwAQCdASoBAAEADsD+JaQAA3AAAAAA', 'base64'),
  'image/heic': heic,
}

for (const [mediaType, data] of Object.entries(SAMPLES))
  test(`${mediaType}: a whole file differs from a truncated file [agent.model.damaged-pictures]`, () => {
    assert.equal(readPicture(data)?.mediaType, mediaType)
    assert.ok(isWholePicture(data, mediaType))
    assert.ok(isWholePicture(Buffer.concat([data, Buffer.alloc(40)]), mediaType), 'bytes behind the picture')
    // Decoders show a picture that lacks only its last two bytes, so the test cuts more.
    const from = Math.max(0, data.indexOf('mdat')) // cut only inside `mdat`: a cut between boxes cannot be detected
    for (let bytes = from; bytes < data.length - 2; bytes++)
      assert.ok(!isWholePicture(data.subarray(0, bytes), mediaType), `${bytes} of ${data.length} bytes`)
  })

test('a changed byte of a PNG and a JPEG without its frame are damage [agent.model.damaged-pictures]', () => {
  const png = SAMPLES['image/png']!
  for (let at = 16; at < png.length; at++) {
    const changed = Buffer.from(png)
    changed[at]! ^= 1
    assert.ok(!isWholePicture(changed, 'image/png'), `byte ${at}`)
  }
  const jpeg = SAMPLES['image/jpeg']!
  const frame = jpeg.indexOf(Buffer.from([0xff, 0xc0]))
  const changed = Buffer.from(jpeg)
  changed[frame + 1] = 0xe5
  assert.ok(!isWholePicture(changed, 'image/jpeg'))
})

test('bytes of any kind are judged without a throw [agent.model.damaged-pictures]', () => {
  const types = fc.constantFrom('image/avif', 'image/bmp', ...Object.keys(SAMPLES))
  fc.assert(
    fc.property(types, fc.nat(60), fc.uint8Array({ maxLength: 200 }), (mediaType, kept, rest) => {
      const start = SAMPLES[mediaType]?.subarray(0, kept) ?? []
      assert.equal(typeof isWholePicture(Uint8Array.from([...start, ...rest]), mediaType), 'boolean')
    }),
  )
})
