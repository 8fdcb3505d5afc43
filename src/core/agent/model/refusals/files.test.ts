import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findRefusedFiles } from './files.ts'
import { findModelRefusal } from './error-text.ts'
import { toServerReport } from '../reported.ts'

const PICTURES = [
  'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
  'image input is not supported by this server',
  'm is not a multimodal model',
  'This model does not support image input.',
  'this model does not support image input (ref: b8bd630e)',
  'Model do not support image input.',
  'Failed to deserialize the JSON body into the target type: messages[4]: unknown variant `image_url`, expected `text` at line 1 column 395009',
  "'messages.0' : for 'role:user' the following must be satisfied[('messages.0.content' : value must be a string)]; messages[0].content must be a string",
  'Image input is not enabled for this model',
  'Image inputs are not supported by this model.',
  "This model doesn't support the image content block that you provided.",
  'Invalid content type. image_url is only supported by certain models.',
  'No endpoints found that support image input',
  'failed to process inputs: this model is missing data required for image input',
  'Image input detected, but the loaded model is not configured with a mmproj module.',
  'The server was not compiled for multimodal or the model projector can’t be loaded.',
  'Model does not support images',
  "messages.content.type 参数非法，取值范围 ['text']",
  'Only text content is supported for this model',
  'messages.0.content: Input should be a valid string',
  'Prompting with images is incompatible with system messages.',
]

for (const text of PICTURES)
  test(`“${text.slice(0, 60)}” refuses pictures [agent.model.refusals]`, () => {
    assert.deepEqual(findRefusedFiles({ text }, new Map([['image', 1]])), {
      refuses: 'kinds',
      kinds: ['image'],
    })
  })

const ONE_FILE = [
  'messages.0.content.1.image.source.base64: image exceeds 5 MB maximum: 8000000 bytes > 5242880 bytes',
  'messages.2.content.0.image.source.base64.data: Could not process image',
  'The image data you provided does not represent a valid image. Please check your input and try again with one of the supported image formats.',
  'At least one of the image dimensions exceed max allowed size: 8000 pixels',
  'Invalid request',
  'request entity too large',
]

for (const text of ONE_FILE)
  test(`“${text.slice(0, 60)}” may be about one file [agent.model.refusals]`, () => {
    assert.equal(findRefusedFiles({ text }, new Map([['image', 2]]))?.refuses, 'some')
  })

test('a refusal of one kind leaves the others [agent.model.refusals]', () => {
  const sent = new Map([
    ['image', 1],
    ['pdf', 1],
    ['audio', 1],
  ] as const)
  const kindsOf = (text: string) => {
    const found = findRefusedFiles({ text }, sent)
    return found && 'kinds' in found ? found.kinds : null
  }
  assert.deepEqual(kindsOf('This model does not support PDF input'), ['pdf'])
  assert.deepEqual(kindsOf('input_audio is not supported by this model'), ['audio'])
  assert.deepEqual(kindsOf('A maximum of 100 PDF pages may be provided.'), ['pdf'])
  assert.deepEqual(kindsOf('The document is password protected'), ['pdf'])
})

for (const [text, most] of [
  ['At most 1 image(s) may be provided in one request.', 1],
  ['Too many images provided. This model supports up to 5 images', 5],
  ['too many images and documents: 101 + 0 > 100', 100],
  ['A maximum of 8 images is allowed', 8],
  ['You sent 3 images; only 2 allowed per prompt', 2],
  ['The limit is 2 images', 2],
  ['Images per request are limited to 4', 4],
] as const)
  test(`“${text}” is a number of pictures [agent.model.refusals]`, () => {
    assert.deepEqual(findRefusedFiles({ text }, new Map([['image', 200]])), { refuses: 'count', most })
  })

test('a size is no number of pictures [agent.model.refusals]', () => {
  for (const text of [
    'image is too large: only 2 MB allowed',
    'images are limited to 4.5 MB',
    'only 2MB an image',
  ])
    assert.notEqual(findRefusedFiles({ text }, new Map([['image', 9]]))?.refuses, 'count', text)
})

test('a request without files has nothing to leave out [agent.model.refusals]', () => {
  assert.equal(findRefusedFiles({ text: PICTURES[0]! }, new Map()), null)
})

const statusOf = (statusCode: number, body: unknown) =>
  findModelRefusal(toServerReport(body, { statusCode }))?.status ?? null

test('a server error whose message refuses the request counts as a refusal [agent.model.refusals]', () => {
  for (const message of [
    'Unable to generate parser for this template. Jinja Exception: System message must be at the beginning.',
    'image input is not supported - hint: you may need to provide the mmproj',
    'Failed to parse tools: Unknown type',
    "raise_exception('Conversation roles must alternate user/assistant')",
    'Value is not callable: null at row 62, column 114:',
    'Requested tokens (9000) exceed context window of 8192',
    'Input validation error: `stop` supports up to 4 stop sequences',
    'litellm.BadRequestError: OpenAIException - Unsupported parameter: stop',
    'registry/gemma does not support tools',
    "Error code: 400 - {'error': {'message': 'no'}}",
    'template: :3:12: executing "" at <.Tools>: nil pointer',
  ])
    assert.equal(statusOf(500, { error: { message } }), 400, message)
})

test('a server error that may pass stays one [agent.model.refusals]', () => {
  for (const message of [
    'Internal Server Error',
    'Overloaded',
    'CUDA error: out of memory',
    'upstream connect error',
    'Loading model',
    'Connection error.',
    '',
  ])
    assert.equal(statusOf(503, { error: { message } }), null, message)
})

test('a broker’s inner message and a list of faults are read, without the sent data [agent.model.refusals]', () => {
  const broker = findModelRefusal(
    toServerReport({
      error: {
        message: 'Provider returned error',
        code: 400,
        metadata: { raw: '{"error":{"message":"no images here"}}' },
      },
    }),
  )
  assert.equal(broker?.text, 'Provider returned error: no images here')
  const fault = {
    type: 'extra_forbidden',
    loc: ['body', 'seed'],
    msg: 'Extra inputs are not permitted',
    input: 'secret',
  }
  for (const message of [
    { detail: [fault] },
    { message: { detail: [fault] } },
    { message: [fault], detail: [fault] },
  ])
    assert.equal(
      findModelRefusal(toServerReport(message, { statusCode: 422 }))?.text,
      'seed: Extra inputs are not permitted',
    )
})
