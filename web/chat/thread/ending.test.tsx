import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MessageView } from '#chatapp/chats/schema.ts'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { AnswerEndNotice: Ending } = await import('./ending.tsx')

const failed = (code: string) =>
  ({ id: 'a', state: 'failed', content: '', error: { code, message: 'Why.' } }) as MessageView

test('a failed answer offers another try, unless the same request is refused again [web.ending]', () => {
  const offers = (code: string) => {
    const { queryByRole, getByText, unmount } = show(
      <Ending message={failed(code)} locked={false} onContinue={undefined} onRetry={() => {}} />,
    )
    getByText('Why.')
    const isOffered = queryByRole('button', { name: 'Try again' }) !== null
    unmount()
    return isOffered
  }
  assert.deepEqual(['agent_broke', 'too_many_turns', 'budget_exhausted', 'no_grant', 'blocked'].map(offers), [
    true,
    true,
    false,
    false,
    false,
  ])
})
