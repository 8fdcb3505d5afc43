import { colourCode } from './grammars.ts'
import type { ColourAnswer, ColourRequest } from './highlighter.ts'

addEventListener('message', ({ data: { id, code, language } }: MessageEvent<ColourRequest>) => {
  void colourCode(code, language)
    .then(
      (lines): ColourAnswer => ({ id, lines }),
      (): ColourAnswer => ({ id, lines: null, isMissing: true }),
    )
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker speaks to its page alone
    .then((answer) => postMessage(answer))
})
