import { z } from 'zod'
import { isChannel } from './channels.ts'

/** Every slug is one, and so are the names with `.`, `_` and capitals that people write. */
const SHAPE = /^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u

/** It is the name of a folder. */
const MAX_BYTES = 255

/**
 * The name of a webhook's endpoint: the last part of its address, the name of its inbox's folder, and the
 * value of `on_webhook`. Accented letters count as one letter in either of their Unicode forms.
 */
export const EndpointName = z
  .string('expected the name of an endpoint')
  .transform((name) => name.normalize('NFC'))
  .superRefine((name, context) => {
    if (!SHAPE.test(name))
      context.addIssue('expected letters, digits, “-”, “_” and “.”, and none of “.” at the beginning')
    else if (Buffer.byteLength(name) > MAX_BYTES) context.addIssue(`expected at most ${MAX_BYTES} bytes`)
    else if (isChannel(name)) context.addIssue(`${name} is the name of another surface`)
  })
