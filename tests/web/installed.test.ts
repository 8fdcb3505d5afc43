import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage, sharedChat } from './started-page.ts'

test('the web chat can be installed as an app, with icons of the sizes it says [web.installed]', async (t) => {
  const { ann } = await sharedChat()
  const { page } = await openPage(t, ann)
  await page.goto(ann.url)
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  const devices = await page.context().newCDPSession(page)
  // Installation requires a secure context, such as `localhost`.
  const { installabilityErrors } = await devices.send('Page.getInstallabilityErrors')
  const errors = installabilityErrors.map(({ errorId }) => errorId).filter((id) => id !== 'in-incognito')
  assert.deepEqual(errors, [])

  const manifest = await (await page.request.get(`${ann.url}/manifest.webmanifest`)).json()
  const sizes = await page.evaluate(
    (icons: { src: string }[]) =>
      Promise.all(
        icons.map(async ({ src }) => {
          const image = new Image()
          image.src = src
          await image.decode()
          return `${image.naturalWidth}x${image.naturalHeight}`
        }),
      ),
    manifest.icons.filter(({ sizes }: any) => sizes !== 'any'),
  )
  assert.deepEqual(sizes, ['192x192', '512x512', '512x512'])
})
