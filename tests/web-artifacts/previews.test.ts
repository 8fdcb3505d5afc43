import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { follow, heading, openConsole } from '../web-console/console-page.ts'
import { branch, frameOf, textOf } from './artifact-page.ts'
import { CODE, DOCUMENT, DRAWING, JSON_TEXT, PDF, png, REPORT, TABLE, wav } from './samples.ts'
import { startArtifacts } from './started-artifacts.ts'

const started = await startArtifacts()
after(() => started[Symbol.asyncDispose]())
const { hub, bob, upload } = started
// One browser for all, because previews do not depend on earlier ones.
const opened = await openConsole(hub.url, bob.token)
after(() => opened[Symbol.asyncDispose]())
const { page, browser } = opened
await page.goto(`${hub.url}/portal/artifacts`)
await heading(page, 'Artifacts').waitFor()

const show = async (filename: string, content: string | Uint8Array, title: string) => {
  const artifact = await upload(bob, filename, content, { title })
  await follow(page, `/portal/artifacts/${artifact.id}`)
  await heading(page, title).waitFor()
  return artifact
}

test('a page runs its scripts in a separate frame, which reaches nothing and navigates nowhere [web-artifacts.isolated]', async () => {
  const nosy = REPORT.replace(
    '</script>',
    `
    const out = []
    const attempt = (name, work) => { try { out.push(name + ' ' + work()) } catch { out.push(name + ' refused') } }
    attempt('cookie', () => document.cookie)
    attempt('parent', () => parent.document.title)
    attempt('storage', () => localStorage.length)
    attempt('top', () => { top.location = '/portal/memory'; return 'set' })
    attempt('popup', () => (window.open('/') ? 'opened' : 'refused'))
    const done = () => { document.title = 'asked'; document.getElementById('out').textContent = out.join(', ') }
    fetch('/api/v1/auths/').then(() => out.push('fetch worked'), () => out.push('fetch refused')).then(done)
    </script>`,
  )
  const { id } = await show('nosy.html', nosy, 'Nosy page')
  const result = frameOf(page, 'Nosy page').locator('#out')
  await result.filter({ hasText: 'fetch' }).waitFor()
  assert.equal(
    await result.innerText(),
    'cookie refused, parent refused, storage refused, top refused, popup refused, fetch refused',
  )
  assert.equal(new URL(page.url()).pathname, `/portal/artifacts/${id}`)

  const leaving = `<p>Here</p><script>location.href = 'http://127.0.0.1:9/elsewhere?stolen=1'</script>`
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  const refused = page.waitForEvent('console', (line) => /frame-src/.test(line.text()))
  await show('leaving.html', leaving, 'Leaving page')
  await refused
  assert.ok(!asked.some((url) => url.includes('stolen')), 'nothing left by navigation')
})

test('documents are shown as rendered and as source, and none of their text is HTML [web-artifacts.previews]', async () => {
  await show('handbook.md', DOCUMENT, 'Handbook of ours')
  await page.getByRole('heading', { name: 'Handbook', level: 2, exact: true }).waitFor()
  assert.equal(await page.getByRole('cell', { name: '30' }).count(), 1)
  await page.locator('figure span[style]').first().waitFor()
  assert.equal(await page.title(), 'Handbook of ours · Console')
  const pictures = page.locator('.markdown img')
  assert.deepEqual(
    [await pictures.count(), await pictures.evaluate((img: HTMLImageElement) => img.naturalWidth)],
    [1, 8],
  )
  const elsewhere = page.getByRole('link', { name: 'elsewhere' })
  assert.equal(await elsewhere.getAttribute('rel'), 'noopener noreferrer nofollow')
  await page.getByRole('radio', { name: 'Source' }).click()
  assert.ok((await textOf(page, 'Text').innerText()).includes('# Handbook'))
})

test('code has its lines numbered and coloured, plain text is plain [web-artifacts.previews]', async () => {
  await show('thirsty.ts', CODE, 'Thirsty beds')
  const code = textOf(page, 'Code in typescript')
  await code.locator('span[style]').first().waitFor()
  assert.equal(await code.innerText(), CODE.trimEnd())
  await page.getByText('typescript · 7 lines').waitFor()
  await show('note.txt', 'one\n<b>two</b>', 'Note')
  assert.equal(await textOf(page, 'Text').innerText(), 'one\n<b>two</b>')
  await show('empty.txt', '', 'Nothing')
  await page.getByText('The file is empty.').waitFor()
})

test('a long table is cut with a word about it and sorted whole, numbers at the end of their cells [web-artifacts.table]', async () => {
  await show('beds.csv', TABLE, 'Beds')
  await page.getByText('4 rows, 5 columns').waitFor()
  assert.equal(
    await page.getByRole('cell', { name: '12,5' }).evaluate((cell) => getComputedStyle(cell).textAlign),
    'end',
  )
  const many = `n,word\n${Array.from({ length: 6000 }, (_, n) => `${5999 - n},w${5999 - n}`).join('\n')}\n`
  await show('many.csv', many, 'Many rows')
  await page.getByText('5,000 of 6,000 rows are shown.').waitFor()
  await page.locator('tbody tr').nth(4999).waitFor({ state: 'attached' })
  await page.getByRole('button', { name: 'n', exact: true }).click()
  await page.locator('tbody tr').first().filter({ hasText: 'w0' }).waitFor()
})

test('JSON is shown as a tree or as text, and invalid JSON as text [web-artifacts.tree]', async () => {
  await show('garden.json', JSON_TEXT, 'Garden')
  await branch(page, 'name').waitFor()
  await page.getByRole('radio', { name: 'Text' }).click()
  await textOf(page, 'Text').filter({ hasText: 'Garden Team' }).waitFor()
  await show('broken.json', '{"a": ', 'Broken')
  assert.equal((await textOf(page, 'Text').innerText()).trimEnd(), '{"a":')
})

test('pictures fit or have their size, and scripts of a drawing do nothing [web-artifacts.previews]', async () => {
  await show('photo.png', png(2400, 1600), 'Photo')
  await page.getByText('2400 × 1600').waitFor()
  const width = () => page.getByRole('img', { name: 'Photo' }).evaluate((img) => img.clientWidth)
  assert.ok((await width()) < 1280)
  await page.getByRole('radio', { name: 'Actual size' }).click()
  assert.equal(await width(), 2400)
  await show('logo.svg', DRAWING, 'Logo')
  const drawing = page.getByRole('img', { name: 'Logo' })
  assert.ok(await drawing.evaluate((img: HTMLImageElement) => img.decode().then(() => img.naturalWidth > 0)))
  assert.equal(await page.title(), 'Logo · Console')
  await show('broken.png', png(8, 8).subarray(0, 40), 'Broken picture')
  await page.getByText('This browser can’t show the picture').waitFor()
})

test('sound plays, PDF is shown by the browser, and all else is a download [web-artifacts.previews]', async () => {
  await show('note.wav', wav(), 'Voice note')
  const length = await page.locator('audio').evaluate(
    (audio: HTMLAudioElement) =>
      new Promise<number>((resolve) => {
        if (audio.duration > 0) return resolve(audio.duration)
        audio.addEventListener('loadedmetadata', () => resolve(audio.duration))
      }),
  )
  assert.equal(length, 1)
  const film = await recordedFilm()
  await show('film.webm', film, 'Film')
  const seen = page.locator('video')
  await seen.waitFor()
  await page.waitForFunction(() => (document.querySelector('video')?.videoWidth ?? 0) > 0)

  const pdf = await show('spring.pdf', PDF, 'Spring')
  const frame = page.locator('iframe[title="Content of Spring"]')
  const shown = (await frame.count()) > 0
  assert.equal(shown, await page.evaluate(() => navigator.pdfViewerEnabled))
  if (shown)
    assert.match((await frame.getAttribute('src'))!, new RegExp(`^/portal/artifacts/${pdf.id}/content`))

  const bytes = Buffer.from([1, 2, 3, 0, 255])
  await show('archive.bin', bytes, 'Archive')
  await page.getByText('This kind of file isn’t shown here').waitFor()
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: /Download · archive.bin · 5 B/ }).click()
  const download = await coming
  assert.equal(download.suggestedFilename(), 'archive.bin')
  assert.deepEqual(browser.complaints, [])
})

test('of a long text the first part is loaded, and that is said [web-artifacts.text]', async () => {
  const lines = Array.from({ length: 6000 }, (_, n) => `line ${n} of the log`.padEnd(1000, '.')).join('\n')
  const asked: string[] = []
  page.on(
    'request',
    (request) => request.url().includes('/content') && asked.push(request.headers()['range'] ?? ''),
  )
  await show('long.log', lines, 'Long log')
  await page.getByText(/Only the first 1\.0 MB of 6\.\d MB/).waitFor()
  assert.equal((await textOf(page, 'Text').innerText()).length, 1_000_000)
  assert.deepEqual(asked, ['bytes=0-999999'])
})

async function recordedFilm(): Promise<Buffer> {
  const text = await page.evaluate(async () => {
    const canvas = document.createElement('canvas')
    canvas.width = canvas.height = 64
    const paint = canvas.getContext('2d')!
    const recorder = new MediaRecorder(canvas.captureStream(30), { mimeType: 'video/webm' })
    const pieces: Blob[] = []
    recorder.addEventListener('dataavailable', ({ data }) => pieces.push(data))
    recorder.start()
    for (let frame = 0; frame < 12; frame += 1) {
      paint.fillStyle = `hsl(${frame * 30} 60% 50%)`
      paint.fillRect(0, 0, 64, 64)
      await new Promise((resolve) => requestAnimationFrame(resolve))
    }
    const ended = new Promise((resolve) => recorder.addEventListener('stop', resolve))
    recorder.stop()
    await ended
    const bytes = new Uint8Array(await new Blob(pieces).arrayBuffer())
    return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
  })
  return Buffer.from(text, 'hex')
}
