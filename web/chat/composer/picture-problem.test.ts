import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fromKept } from './attachments.ts'
import { MAX_PICTURE_BYTES, unseenPictures } from './picture-problem.ts'

const NONE = new Map()
const kept = (content_type: string, size = 1) => fromKept({ id: 'a', name: content_type, content_type, size })

test('a picture that some providers refuse is named by its type and size [web.unseen-picture]', () => {
  const problemOf = (type: string, size?: number) =>
    [...unseenPictures([kept('text/plain'), kept(type, size)], NONE).keys()][0] ?? null
  assert.equal(problemOf('image/png', MAX_PICTURE_BYTES), null)
  assert.equal(problemOf('image/png', MAX_PICTURE_BYTES + 1), 'large')
  assert.equal(problemOf('image/heic'), 'format')
  assert.equal(problemOf('image/svg+xml', MAX_PICTURE_BYTES + 1), null)
  assert.equal(problemOf('application/pdf', MAX_PICTURE_BYTES + 1), null)
  const several = [kept('image/png'), kept('image/heic'), kept('image/jpeg'), kept('image/tiff')]
  assert.deepEqual(
    [...unseenPictures(several, new Map([['a', 'damaged']]))],
    [
      ['damaged', ['image/png', 'image/jpeg']],
      ['format', ['image/heic', 'image/tiff']],
    ],
  )
})
