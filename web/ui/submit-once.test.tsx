import assert from 'node:assert/strict'
import { test } from 'node:test'
import { QueryClient, QueryClientProvider, useMutation } from '@tanstack/react-query'
import { openDocument } from '../testing/document.ts'

const { show } = await openDocument()
const { Button } = await import('./button.tsx')
const { startSubmitOnce } = await import('./submit-once.ts')

startSubmitOnce()

function Sender({ send, isForm }: { send(): Promise<void>; isForm: boolean }) {
  const sending = useMutation({ mutationFn: send })
  if (!isForm)
    return (
      <Button busy={sending.isPending} onClick={() => sending.mutate()}>
        Save
      </Button>
    )
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sending.mutate()
      }}
    >
      <Button type="submit" busy={sending.isPending}>
        Save
      </Button>
    </form>
  )
}

for (const isForm of [true, false])
  test(`a double click on the button of a ${isForm ? 'form' : 'dialog'} sends once, and a later click sends again [web.send-once]`, async () => {
    let sent = 0
    let finish = () => {}
    const send = () => new Promise<void>((done) => ((sent += 1), (finish = done)))
    const { getByRole, findByRole, user } = show(
      <QueryClientProvider client={new QueryClient()}>
        <Sender send={send} isForm={isForm} />
      </QueryClientProvider>,
    )
    const button = getByRole('button')
    button.click()
    button.click()
    await findByRole('button', { busy: true })
    button.click()
    assert.equal(sent, 1)
    finish()
    await findByRole('button', { busy: false })
    await user.click(button)
    assert.equal(sent, 2)
  })
