import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { BROKEN_ANSWER } from '#ground/turn/errors/schema.ts'
import { openDocument } from '../../testing/document.ts'
import { speak } from '../../ui/language.ts'
import { LANGUAGES } from './languages/languages.ts'

const { show } = await openDocument()
const { FailedAnswer } = await import('../thread/failed-answer.tsx')

const failed = (message: string) => ({
  model: 'garden',
  timestamp: 1_795_000_000,
  error: { code: 'model_unavailable', message },
})

test('a provider that failed and a connection that ended during the answer have different texts in every language [web.ending]', async () => {
  const message = `The connection to the model server ${BROKEN_ANSWER}. Try again.`
  for (const { load } of LANGUAGES) {
    if (!load) continue

    speak(await load())
    const texts = ['The model server reported an error.', message].map((text) => {
      const { container, unmount } = show(
        <QueryClientProvider client={new QueryClient()}>
          <FailedAnswer message={failed(text)} retry={false} goOn={false} />
        </QueryClientProvider>,
      )
      const shownText = container.textContent ?? ''
      unmount()
      return shownText
    })
    assert.notEqual(texts[0], texts[1])
    assert.ok(
      texts.every((text) => !text.includes('model server')),
      'translated',
    )
  }
  speak()
})
