import { z } from 'zod'
import { isChannel } from './channels.ts'

/** Allows slugs, and names with `.`, `_` and capitals. */
const SHAPE = /^[\p{L}\p{N}_-][\p{L}\p{N}._-]*$/u

/** Maximum length of a folder name. */
const MAX_BYTES = 255

/**
 * Name of a webhook endpoint: the last segment of its path, its inbox folder and the value of `on_webhook`.
 * Normalized, so that accented letters match in each Unicode form.
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
