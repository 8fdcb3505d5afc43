import { z } from 'zod'
import { isChannel } from './channels.ts'

const SHAPE = /^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u

/** Maximum length of a folder name. */
const MAX_BYTES = 255

/** An endpoint's name is also the last segment of its path and its inbox folder. */
export const EndpointName = z
  .string('expected the name of an endpoint')
  .transform((name) => name.normalize('NFC'))
  .superRefine((name, context) => {
    if (!SHAPE.test(name))
      context.addIssue('expected letters, digits, “-”, “_” and “.”, and none of “.” at the beginning')
    else if (Buffer.byteLength(name) > MAX_BYTES) context.addIssue(`expected at most ${MAX_BYTES} bytes`)
    else if (isChannel(name)) context.addIssue(`${name} is the name of another surface`)
  })
