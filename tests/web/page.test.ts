import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { says } from '../chatapp/recording-agent.ts'
import { allFindings } from '../support/accessibility.ts'
import type { UpstreamAnswer } from '../support/upstream-answer.ts'
import { pngOf } from '../support/png.ts'
import { emailOf, PASSWORD } from '../chatapp/started-chatapp.ts'
import { ANN, hasFocus, openNewChat, openPage, sharedChat, signal, things } from './started-page.ts'

test('an answer goes on through a reload and is the same in a second tab [web.resume]', async (t) => {
  const { page, browser, agent, completions } = await openNewChat(t)
  const rest = signal()
  agent.script(async (answer) => {
    answer.text('first part, ')
    await rest.given
    finish(answer, 'second part')
  })
  const chat = things(page)
  await chat.send('Tell me')
  await chat.answers.filter({ hasText: 'first part' }).waitFor()
  await page.waitForURL(/\/c\//)

  await page.reload()
  await chat.answers.filter({ hasText: 'first part' }).waitFor()
  await chat.stop.waitFor()
  const other = await browser.newPage()
  await other.goto(page.url())
  await things(other).answers.filter({ hasText: 'first part' }).waitFor()
  await things(other).stop.waitFor()

  rest.give()
  for (const tab of [other, page]) {
    await tab.bringToFront()
    await things(tab).regenerate.waitFor()
    assert.match(await things(tab).answers.innerText(), /^GH\nGarden helper\n\nfirst part, second part/)
  }
  assert.equal(completions().length, 1, 'the turn was started once')
})

test('a line that breaks in mid-answer is mended, and nothing is lost or doubled [web.resume]', async (t) => {
  const { page, agent, line } = await openNewChat(t)
  const rest = signal()
  agent.script(async (answer) => {
    answer.text('one ')
    await rest.given
    finish(answer, 'two ', 'three')
  })
  const chat = things(page)
  await chat.send('Count')
  await chat.answers.filter({ hasText: 'one' }).waitFor()
  line.cut()
  await page.getByText('Reconnecting…').waitFor()
  rest.give()
  line.mend()
  await chat.regenerate.waitFor()
  assert.match(await chat.answers.innerText(), /^GH\nGarden helper\n\none two three\n/)
  await page.getByText('Reconnecting…').waitFor({ state: 'detached' })
})

test('a seventh window of a browser sends, shows its running answer and its end, though browsers open six connections [web.many-windows]', async (t) => {
  const { url, agent, addAdministrator } = await sharedChat()
  const rest = signal()
  t.after(() => {
    rest.give()
    agent.forget()
  })
  const { browser, page } = await openPage(t, await addAdministrator('Wanda Windows'))
  const windows = [page]
  while (windows.length < 7) windows.push(await browser.newPage())
  for (const window of windows) {
    await window.goto(url)
    await things(window).message.waitFor()
  }
  for (const [n, window] of windows.entries()) {
    agent.script(async (answer) => {
      answer.text(`begin ${n}, `)
      await rest.given
      finish(answer, `end ${n}`)
    })
    await things(window).send(`Question ${n}`)
    await things(window)
      .answers.filter({ hasText: `begin ${n}` })
      .waitFor()
  }
  await windows.at(-1)!.reload()
  await things(windows.at(-1)!).stop.waitFor()
  rest.give()
  for (const [n, window] of windows.entries())
    await things(window)
      .answers.filter({ hasText: `begin ${n}, end ${n}` })
      .waitFor()
  for (const window of windows) await things(window).regenerate.waitFor()
})

test('while the server is unavailable the page says so calmly and recovers automatically [web.offline]', async (t) => {
  const { page, line } = await openNewChat(t)
  const chat = things(page)
  await chat.send('Hello')
  await chat.regenerate.waitFor()
  line.cut()
  await chat.send('Are you there?')
  await page.getByText('Your message wasn’t sent.').first().waitFor()
  assert.equal(await chat.message.inputValue(), 'Are you there?', 'what was written is kept')
  await page.getByText('The server can’t be reached. Your text is kept on this page.').waitFor()
  assert.equal(await chat.answers.count(), 1)
  await page.getByRole('button', { name: 'Try now' }).click()
  line.mend()
  await page
    .getByText('The server can’t be reached. Your text is kept on this page.')
    .waitFor({ state: 'detached' })
  await chat.message.press('Enter')
  await chat.answers.nth(1).waitFor()
  await chat.regenerate.nth(1).waitFor() // waits for the end, so that this answer does not use the next test's script
})

test('an answer can be asked for again, and both versions stay [web.versions]', async (t) => {
  const { page, agent } = await openNewChat(t)
  agent.script(says('version one'), says('version two'))
  const chat = things(page)
  await chat.send('Pick')
  await chat.answers.filter({ hasText: 'version one' }).waitFor()
  await chat.regenerate.click()
  await chat.answers.filter({ hasText: 'version two' }).waitFor()
  await page.getByText('2/2').waitFor()
  await page.getByRole('button', { name: 'Previous version' }).click()
  await chat.answers.filter({ hasText: 'version one' }).waitFor()
  await page.reload()
  await page.getByText('1/2').waitFor()
  assert.match(await chat.answers.innerText(), /version one/)
})

test('an edited message begins another branch, and the first branch stays reachable [web.versions]', async (t) => {
  const { page, agent, completions } = await openNewChat(t)
  agent.script(says('about peas'), says('about beans'))
  const chat = things(page)
  await chat.send('Peas?')
  await chat.answers.filter({ hasText: 'about peas' }).waitFor()
  const editor = page.getByRole('textbox', { name: 'Edit message' })
  for (const time of ['first', 'second']) {
    if (time === 'second') await editor.press('Escape')
    await chat.questions.hover()
    await chat.questions.getByRole('button', { name: 'Edit' }).click()
    assert.ok(await hasFocus(editor), `one can write at once, the ${time} time, too`)
  }
  await editor.fill('Beans?')
  await page.getByRole('button', { name: 'Send' }).first().click()
  await chat.answers.filter({ hasText: 'about beans' }).waitFor()
  assert.deepEqual(
    completions()[1]!.body.messages.map(({ content }) => content),
    ['Beans?'],
  )
  await chat.questions.getByRole('button', { name: 'Previous version' }).click()
  await chat.answers.filter({ hasText: 'about peas' }).waitFor()
  assert.equal(await chat.answers.count(), 1)
})

test('a stopped answer says so, and continues in the middle of its code block, as another version [web.endings] [web.continue]', async (t) => {
  const { page, agent, completions } = await openNewChat(t)
  agent.script(async (answer) => {
    answer.text('Half:\n\n```js\nconst fern = ')
    await answer.closed
  }, says('1\nconst moss = 2\n```\n\nDone.'))
  const chat = things(page)
  await chat.send('Go')
  await chat.answers.filter({ hasText: 'const fern' }).waitFor()
  await chat.stop.click()
  await page.getByText('You stopped this answer.').waitFor()
  await page.getByRole('button', { name: 'Continue' }).click()
  await chat.answers.getByText('Done.').waitFor()
  const codes = await chat.answers.locator('pre code').allInnerTexts()
  assert.deepEqual(
    codes.map((code) => code.trim()),
    ['const fern = 1\nconst moss = 2'],
  )
  assert.equal(await chat.questions.count(), 1)
  assert.equal(await page.getByText('You stopped this answer.').count(), 0)
  assert.deepEqual(
    completions()[1]!.body.messages.map(({ role }) => role),
    ['user', 'assistant', 'user'],
  )
  await page.reload()
  await chat.answers.getByText('Done.').waitFor()
  await page.getByRole('button', { name: 'Previous version' }).click()
  await page.getByText('You stopped this answer.').waitFor()
})

test('an answer whose stream breaks can continue from its text, or be tried again [web.continue]', async (t) => {
  const { page, agent } = await openNewChat(t)
  agent.script((answer) => {
    answer.text('Sow the')
    answer.error('The model is overloaded.')
  }, says(' peas.'))
  const chat = things(page)
  await chat.send('Go')
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor()
  await page.getByRole('alert').getByRole('button', { name: 'Continue' }).click()
  await chat.answers.getByText('Sow the peas.').waitFor()
})

test('an incomplete answer gives the reason, and offers to continue only if that makes sense [web.cut]', async (t) => {
  const { page, agent } = await openNewChat(t)
  const cut = (reason: 'stop' | 'length' | 'content_filter', text: string) => (answer: UpstreamAnswer) => {
    if (text) answer.text(text)
    answer.finish(reason)
    answer.done()
  }
  agent.script(
    cut('length', 'half an answer'),
    cut('content_filter', 'a doubtful'),
    cut('content_filter', ''),
    cut('stop', ''),
    cut('length', ''),
    cut('stop', ' \n'),
    says('a whole one'),
  )
  const chat = things(page)
  const last = chat.answers.last()
  await chat.send('Go')
  await last.getByText('The model reached its length limit, so this answer is incomplete.').waitFor()
  await page.reload()
  await last.getByRole('button', { name: 'Continue' }).click()
  await last.getByText('The model provider’s content filter stopped this answer').waitFor()
  const why = await last.getByText('The model provider’s content filter stopped this answer').boundingBox()
  const button = await last.getByRole('button', { name: 'Try again' }).boundingBox()
  assert.ok(button!.x >= why!.x + why!.width, 'the button of a notice is beside its text')
  assert.equal(await last.getByRole('button', { name: 'Continue' }).count(), 0)
  await last.getByRole('button', { name: 'Try again' }).click()
  await last.getByText('The model provider’s content filter withheld this answer.').waitFor()
  await chat.regenerate.last().click()
  await last.getByText('The model returned an empty answer.').waitFor()
  await chat.regenerate.last().click()
  await last.getByText('The model reached its length limit before it wrote anything.').waitFor()
  await chat.regenerate.last().click()
  await last.getByText('The model returned an empty answer.').waitFor()
  await last.getByRole('button', { name: 'Try again' }).click()
  await last.getByText('a whole one').waitFor()
  assert.equal(await last.getByText(/length limit|content filter|empty answer/).count(), 0)
})

test('a failed answer shows the reason and a retry [web.endings]', async (t) => {
  const { page, agent } = await openNewChat(t)
  agent.script(
    (answer) =>
      answer.status(503, { error: { message: 'The model is overloaded.', code: 'model_overloaded' } }),
    says('better now'),
  )
  const chat = things(page)
  await chat.send('Go')
  const card = page.getByRole('alert')
  await card.getByText('The model is overloaded.').waitFor()
  await card.getByText(/^Code: \S+/).waitFor()
  await card.getByRole('button', { name: 'Try again' }).click()
  await chat.answers.filter({ hasText: 'better now' }).waitFor()
})

test('an agent’s text can neither run code nor mislead [web.markdown-html]', async (t) => {
  const { page, browser, agent, url } = await openNewChat(t)
  agent.script(
    says(
      '<img src=x onerror="document.title=1"> [run](javascript:document.title=2) ![far](https://far.example/x.png) [ok](https://example.org/)\n',
    ),
  )
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  const chat = things(page)
  await chat.send('Attack')
  const link = chat.answers.getByRole('link', { name: 'ok' })
  await link.waitFor()
  assert.equal(await link.getAttribute('rel'), 'noopener noreferrer nofollow')
  assert.equal(await chat.answers.getByRole('link', { name: 'run' }).count(), 0)
  assert.equal(await chat.answers.locator('img').count(), 0)
  assert.match(await chat.answers.innerText(), /<img src=x onerror=/)
  assert.deepEqual(
    requests.filter((address) => !address.startsWith(url)),
    [],
  )
  assert.deepEqual(browser.complaints, [])
})

test('an Arabic paragraph in an English answer begins at its right [web.direction]', async (t) => {
  const { page, agent } = await openNewChat(t)
  agent.script(says('In English first.\n\nمرحبا بكم في الحديقة.\n'))
  const chat = things(page)
  await chat.send('Both')
  await chat.regenerate.waitFor()
  const gaps = (text: string) =>
    chat.answers.getByText(text).evaluate((paragraph) => {
      const range = document.createRange()
      range.selectNodeContents(paragraph)
      const [words, whole] = [range.getBoundingClientRect(), paragraph.getBoundingClientRect()]
      return { left: Math.round(words.left - whole.left), right: Math.round(whole.right - words.right) }
    })
  assert.equal((await gaps('In English first.')).left, 0)
  const arabic = await gaps('مرحبا بكم في الحديقة.')
  assert.equal(arabic.right, 0)
  assert.ok(arabic.left > 0, 'it is shorter than its line')
})

test('parts of a long answer that are out of view are not laid out [web.long-answer]', async (t) => {
  const { page, agent } = await openNewChat(t)
  agent.script((answer) => {
    for (let line = 1; line <= 400; line += 1) answer.text(`Line ${line} of the answer.\n\n`)
    finish(answer, 'The end.')
  })
  const chat = things(page)
  await chat.send('Long')
  await page.getByText('The end.').waitFor()
  const becomes = (text: string, laidOut: boolean) =>
    page.waitForFunction(
      ([text, laidOut]) =>
        [...document.querySelectorAll('article p')]
          .find(({ textContent }) => textContent === text)!
          .checkVisibility({ contentVisibilityAuto: true }) === laidOut,
      [text, laidOut] as const,
    )
  await becomes('Line 400 of the answer.', true)
  await becomes('Line 1 of the answer.', false)
  await page.getByText('Line 1 of the answer.', { exact: true }).scrollIntoViewIfNeeded()
  await becomes('Line 1 of the answer.', true)
})

test('the page follows a growing answer only while the reader is at its end [web.follow]', async (t) => {
  const { page, agent } = await openNewChat(t)
  const more = signal()
  agent.script(async (answer) => {
    for (let line = 1; line <= 60; line += 1) answer.text(`Line ${line} of the answer.\n\n`)
    await more.given
    for (let line = 61; line <= 90; line += 1) answer.text(`Line ${line} of the answer.\n\n`)
    finish(answer, 'The end.')
  })
  const chat = things(page)
  await chat.send('Long')
  const line60 = page.getByText('Line 60 of', { exact: false })
  await line60.waitFor()
  await assertInView(line60)
  const log = page.getByRole('log')
  await log.hover()
  await page.mouse.wheel(0, -1200)
  const latest = page.getByRole('button', { name: 'Jump to latest' })
  await latest.waitFor()
  const before = await log.evaluate((element) => element.parentElement!.scrollTop)
  more.give()
  await chat.regenerate.waitFor({ state: 'attached' })
  await page.getByText('The end.').waitFor()
  assert.equal(await log.evaluate((element) => element.parentElement!.scrollTop), before)
  await latest.click()
  await latest.waitFor({ state: 'detached' })
  await assertInView(page.getByText('The end.'))
  const excess = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight)
  assert.ok(excess <= 0, `the page itself can be scrolled by ${excess} px`)
})

test('a streaming answer moves nothing that is already on the page [web.steady]', async (t) => {
  const { page, agent } = await openNewChat(t)
  agent.script(async (answer) => {
    const text =
      '# Title\n\nSome **words** and `code`.\n\n- one\n- two\n\n```js\nconst a = 1\n```\n\n|a|b|\n|-|-|\n|1|2|\n\nThe end.'
    for (const piece of text.match(/.{1,3}/gs)!) {
      answer.text(piece)
      await new Promise((resolve) => setImmediate(resolve))
    }
    finish(answer)
  })
  const chat = things(page)
  await chat.message.waitFor()
  await page.evaluate(() => {
    const state = window as unknown as { shift: number }
    state.shift = 0
    new PerformanceObserver((list) => {
      // Ignores shifts right after an input, because sending the first message moves the composer to the bottom.
      for (const entry of list.getEntries() as (PerformanceEntry & {
        value: number
        hadRecentInput: boolean
      })[])
        if (!entry.hadRecentInput) state.shift += entry.value
    }).observe({ type: 'layout-shift' })
  })
  await chat.send('Stream')
  await chat.regenerate.waitFor()
  const shift = await page.evaluate(() => (window as unknown as { shift: number }).shift)
  assert.ok(shift < 0.02, `the layout shifted by ${shift}`)
})

test('a draft stays with its chat through a reload and a visit to another chat [web.draft]', async (t) => {
  const { page } = await openNewChat(t)
  const chat = things(page)
  await chat.send('First of all')
  await chat.regenerate.waitFor()
  await chat.message.fill('unfinished thought')
  await page.getByRole('link', { name: 'New chat' }).click()
  await page.getByRole('heading', { name: 'Garden helper' }).waitFor()
  assert.equal(await chat.message.inputValue(), '')
  await page.getByRole('link', { name: 'First of all' }).click()
  await chat.answers.waitFor()
  assert.equal(await chat.message.inputValue(), 'unfinished thought')
  await page.reload()
  await chat.answers.waitFor()
  assert.equal(await chat.message.inputValue(), 'unfinished thought')
})

test('text written while the first message is being sent belongs to the new chat [web.draft]', async (t) => {
  const { page } = await openNewChat(t)
  const chat = things(page)
  const written = Promise.withResolvers<void>()
  await page.route('**/api/chat/completions', async (route) => {
    await written.promise
    await route.continue()
  })
  await chat.send('First of all')
  await chat.questions.waitFor()
  await page.keyboard.type('And then')
  written.resolve()
  await page.waitForURL(/\/c\//)
  await page.unroute('**/api/chat/completions')
  await chat.regenerate.waitFor()
  await page.keyboard.type(' this')
  assert.equal(await chat.message.inputValue(), 'And then this')
  await page.getByRole('link', { name: 'New chat' }).click()
  await page.getByRole('heading', { name: 'Garden helper' }).waitFor()
  assert.equal(await chat.message.inputValue(), '')
})

test('Enter sends, but not while a word is being composed, nor with Shift [web.composer]', async (t) => {
  const { page, completions } = await openNewChat(t)
  const chat = things(page)
  await chat.message.fill('にほ')
  // Chrome and Firefox report the composition; Safari reports only the key code.
  for (const composing of [{ isComposing: true }, { keyCode: 229 }])
    await chat.message.evaluate(
      (field, composing) =>
        field.dispatchEvent(
          new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, ...composing }),
        ),
      composing,
    )
  await chat.message.press('Shift+Enter')
  assert.equal(await chat.message.inputValue(), 'にほ\n')
  assert.equal(completions().length, 0)
  await chat.message.press('Enter')
  await chat.regenerate.waitFor()
})

test('files come in by button, paste and drop, and can be taken out again [web.composer]', async (t) => {
  const { page, completions } = await openNewChat(t)
  const chat = things(page)
  await chat.message.waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'a.txt', mimeType: 'text/plain', buffer: Buffer.from('A') })
  for (const [type, name] of [
    ['paste', 'b.txt'],
    ['drop', 'c.txt'],
  ] as const) {
    await chat.message.evaluate(
      (field, [type, name]) => {
        const data = new DataTransfer()
        data.items.add(new File([name], name, { type: 'text/plain' }))
        const init = { bubbles: true, cancelable: true }
        field.dispatchEvent(
          type === 'paste'
            ? new ClipboardEvent('paste', { ...init, clipboardData: data })
            : new DragEvent('drop', { ...init, dataTransfer: data }),
        )
      },
      [type, name] as const,
    )
  }
  await page.getByRole('button', { name: 'Remove a.txt' }).click()
  await chat.message.fill('Read these')
  await page.getByRole('button', { name: 'Send' }).click()
  await chat.regenerate.waitFor()
  const sent = JSON.stringify(completions()[0]!.body.messages)
  assert.match(sent, /b\.txt/)
  assert.match(sent, /c\.txt/)
  assert.doesNotMatch(sent, /a\.txt/)
  assert.deepEqual(await chat.questions.getByRole('link').allInnerTexts(), ['b.txt\n5 B', 'c.txt\n5 B'])
})

test('a picture that models may not see is named before it is sent, and can be sent [web.unseen-picture]', async (t) => {
  const { page } = await openNewChat(t)
  const box = (brand: string) =>
    Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftyp${brand}\0\0\0\0mif1${brand}`)])
  const files = [
    { name: 'photo.heic', mimeType: 'image/heic', buffer: box('heic') },
    { name: 'scan.tiff', mimeType: 'image/tiff', buffer: Buffer.from('II*\0\b\0\0\0\0\0\0\0\0\0') },
    { name: 'old.bmp', mimeType: 'image/bmp', buffer: Buffer.concat([Buffer.from('BM'), Buffer.alloc(60)]) },
    { name: 'new.avif', mimeType: 'image/avif', buffer: box('avif') },
  ]
  for (const file of files) {
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText(`Most models can’t read ${file.name}. PNG and JPEG work with all models.`).waitFor()
    await page.getByRole('button', { name: `Remove ${file.name}` }).click()
    await page.getByText('Most models can’t read').waitFor({ state: 'detached' })
  }
  const drawing = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="1" height="1"/>')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'plan.svg', mimeType: 'image/svg+xml', buffer: drawing })
  await page.getByRole('button', { name: 'Remove plan.svg' }).waitFor()
  const note = page.getByRole('status').filter({ hasText: /models|picture/ })
  assert.equal(await note.count(), 0, 'a drawing is sent as text')
  await page.getByRole('button', { name: 'Remove plan.svg' }).click()
  for (const [name, buffer, words] of [
    ['cut.png', pngOf(900).subarray(0, 56), 'The image can’t be read: cut.png.'],
    ['wide.png', pngOf(8001), 'Too large for some models: wide.png. Attach a smaller image.'],
  ] as const) {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
    await page.getByText(words).waitFor()
    await page.locator('button[aria-label="Send"][aria-disabled="false"]').waitFor()
    await page.getByRole('button', { name: `Remove ${name}` }).click()
    await page.getByText(words).waitFor({ state: 'detached' })
  }
  const whole = pngOf(900)
  const [head, cut, text] = [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), whole.subarray(0, 56), Buffer.from('Hi')]
  await page
    .locator('input[type=file]')
    .setInputFiles([
      { name: 'head.jpg', mimeType: 'image/jpeg', buffer: head },
      files[0]!,
      { name: 'cut.png', mimeType: 'image/png', buffer: cut },
      { name: 'text.png', mimeType: 'image/png', buffer: text },
      { name: 'whole.png', mimeType: 'image/png', buffer: whole },
    ])
  const all =
    'The image can’t be read: head.jpg, cut.png, and text.png. Most models can’t read photo.heic. PNG and JPEG work with all models.'
  await page.getByText(all).waitFor()
  await page.locator('button[aria-label="Send"][aria-disabled="false"]').click()
  const sent = page.locator('ul[data-pictures]')
  for (const name of ['head.jpg', 'photo.heic', 'text.png']) await sent.getByRole('link', { name }).waitFor()
  await sent.getByRole('button', { name: 'Open picture: whole.png' }).waitFor()
  const broken = sent
    .locator('img')
    .evaluateAll(
      (all) =>
        all.filter(
          (img) => (img as HTMLImageElement).complete && (img as HTMLImageElement).naturalWidth === 0,
        ).length,
    )
  assert.equal(await broken, 0, 'a sign and a name instead of a broken picture')
})

test('a copied table goes in as text by paste and by drop, and a picture alone is attached [web.paste]', async (t) => {
  const { page } = await openNewChat(t)
  const { message } = things(page)
  const bring = (type: 'paste' | 'drop', text: string) =>
    message.evaluate(
      (field, [type, text]) => {
        const data = new DataTransfer()
        data.items.add(new File(['x'], 'image.png', { type: 'image/png' }))
        data.setData('text/html', '<table><tr><td>1</td></tr></table>')
        if (text) data.setData('text/plain', text)
        const init = { bubbles: true, cancelable: true }
        return type === 'paste'
          ? field.dispatchEvent(new ClipboardEvent('paste', { ...init, clipboardData: data }))
          : field.closest('main')!.dispatchEvent(new DragEvent('drop', { ...init, dataTransfer: data }))
      },
      [type, text] as const,
    )
  await message.fill('Sums: ')
  assert.equal(await bring('paste', '1\t2'), true, 'the browser pastes the text')
  await bring('drop', '3\t4')
  assert.equal(await message.inputValue(), 'Sums: 3\t4')
  assert.equal(await page.getByRole('button', { name: 'Remove image.png' }).count(), 0)
  await bring('paste', '')
  await page.getByRole('button', { name: 'Remove image.png' }).click()
  await message.fill('')
})

test('a long pasted text becomes a file, which can be put into the message instead [web.paste]', async (t) => {
  const { page, completions } = await openNewChat(t)
  const chat = things(page)
  const paste = (text: string) =>
    chat.message.evaluate((field, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      return field.dispatchEvent(
        new ClipboardEvent('paste', { bubbles: true, cancelable: true, clipboardData }),
      )
    }, text)
  const long = 'A line of the log.\n'.repeat(400)
  const chip = (name: string) => page.getByRole('button', { name: `Remove ${name}`, exact: true })
  assert.equal(await paste(long.slice(0, 5_000)), true, 'the browser pastes the text')
  await chat.message.fill('See ')
  await paste(long)
  await chip('Pasted text.txt').waitFor()
  await page.getByRole('button', { name: 'Put the text into the message' }).click()
  assert.equal(await chat.message.inputValue(), `See ${long}`)
  assert.equal(await chip('Pasted text.txt').count(), 0)
  await chat.message.fill('What is this?')
  await paste(long)
  await paste(long)
  await chip('Pasted text 2.txt').waitFor()
  const offer = page.getByText('The long text is attached as “Pasted text 2.txt”.')
  assert.ok((await offer.boundingBox())!.width > 150, 'the text of the toast has room beside its button')
  await page.getByText('Agents can make mistakes').waitFor()
  await chat.message.press('Enter')
  await chat.regenerate.waitFor()
  assert.equal(await offer.count(), 0, 'the offer ends when the message is sent')
  const sent = JSON.stringify(completions().at(-1)!.body.messages)
  assert.match(sent, /What is this\?/)
  assert.match(sent, /Pasted text 2\.txt/)
})

test('a person’s drafts are never there for the next person, in any tab, and return after an expired session [web.account-entries]', async (t) => {
  const { addAdministrator, url } = await sharedChat()
  const una = await addAdministrator('Una Draft')
  const bob = await addAdministrator('Bob Next')
  const { page, browser } = await openPage(t, una)
  const other = await browser.newPage()
  const kept = (of: Page) =>
    of.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]))
  const enter = async (email: string) => {
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Garden helper' }).waitFor()
  }
  for (const tab of [page, other]) {
    await tab.goto(url)
    await things(tab).message.fill('Una knows a secret')
    await tab.waitForFunction(() => JSON.stringify(Object.entries(sessionStorage)).includes('Una knows'))
  }
  await browser.context.clearCookies()
  await page.reload()
  await page.waitForURL(/\/auth/)
  await enter(emailOf('Una Draft'))
  assert.equal(await things(page).message.inputValue(), 'Una knows a secret')

  await browser.context.clearCookies()
  await page.reload()
  await page.waitForURL(/\/auth/)
  await enter(emailOf('Bob Next'))
  await other.getByRole('button', { name: /Bob Next/ }).waitFor()
  for (const tab of [page, other]) {
    assert.equal(await things(tab).message.inputValue(), '')
    assert.doesNotMatch(await kept(tab), /Una|secret/)
    await things(tab).message.fill('Bob knows one, too')
  }
  await page.getByRole('button', { name: /Bob Next/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  for (const tab of [page, other]) {
    await tab.waitForURL(/\/auth$/)
    assert.doesNotMatch(await kept(tab), new RegExp(`Bob|${bob.id}`))
  }
})

test('an ended session leads to sign-in and back to the same chat [web.session]', async (t) => {
  const { page, browser } = await openNewChat(t)
  const chat = things(page)
  await chat.send('Remember me')
  await chat.regenerate.waitFor()
  const address = page.url()
  await browser.context.clearCookies()
  await page.getByRole('link', { name: 'New chat' }).click()
  await page.goto(address)
  await page.waitForURL(/\/auth\?redirect=/)
  await page.getByLabel('Email').fill(ANN.email)
  await page.getByLabel('Password', { exact: true }).fill(ANN.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await chat.questions.filter({ hasText: 'Remember me' }).waitFor()
  assert.equal(page.url(), address)
})

test('a session that ends while the page is open says so, and the sign-in page has what signed-out people get [web.session]', async (t) => {
  const { addAdministrator, url } = await sharedChat()
  const { page, browser } = await openPage(t, await addAdministrator('Enda Ended'))
  // The server offers password resets to signed-out people only, and in these tests it sends no mails.
  await page.route('**/api/config', async (route) => {
    const response = await route.fetch()
    const config = await response.json()
    if ((await browser.context.cookies()).length === 0) config.features.enable_password_reset = true
    await route.fulfill({ response, json: config })
  })
  await page.goto(url)
  await things(page).message.fill('Not sent yet')
  await page.waitForFunction(() => JSON.stringify(Object.entries(sessionStorage)).includes('Not sent yet'))
  await browser.context.clearCookies()
  await things(page).message.press('Enter')
  await page.waitForURL(/\/auth/)
  await page.getByText('Your session has ended.').waitFor()
  await page.getByRole('button', { name: 'Forgot your password?' }).waitFor()
  assert.deepEqual(await allFindings(page), [])
  await page.getByLabel('Email').fill(emailOf('Enda Ended'))
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('heading', { name: 'Garden helper' }).waitFor()
  assert.equal(await things(page).message.inputValue(), 'Not sent yet')
  await page.goto(`${url}/auth`)
  assert.equal(await page.getByText('Your session has ended.').count(), 0)
})

test('an account that waits for approval gets a message, and continues after the approval [web.session]', async (t) => {
  const { ann, url } = await sharedChat()
  const { page } = await openPage(t)
  await page.goto(`${url}/auth`)
  await page.getByRole('button', { name: 'Sign up' }).click()
  const email = 'new.person@example.com'
  await page.getByLabel('Name').fill('New Person')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(ANN.password)
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('heading', { name: 'Your account waits for approval' }).waitFor()
  const { json } = await ann.get(`/api/v1/users/?query=${encodeURIComponent(email)}`)
  await ann.post(`/api/v1/users/${json.users[0].id}/update`, { role: 'user' })
  await page.getByRole('button', { name: 'Check again' }).click()
  await page.getByRole('heading', { name: 'You have no agents yet' }).waitFor()
  assert.match(await page.getByRole('main').innerText(), /Ask an administrator/)
})

test('text is readable on every ground, in light and dark [web.contrast]', async (t) => {
  const { page } = await openNewChat(t)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'no-preference' })
    const weak = await page.evaluate(weakPairs)
    assert.deepEqual(weak, [], colorScheme)
  }
})

function finish(answer: UpstreamAnswer, ...pieces: string[]): void {
  for (const piece of pieces) answer.text(piece)
  answer.finish('stop')
  answer.usage({ input: 7, output: 3 })
  answer.done()
}

function weakPairs(): string[] {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 1
  const context = canvas.getContext('2d', { willReadFrequently: true })!
  const probe = document.body.appendChild(document.createElement('i'))
  const paint = (...names: string[]): number => {
    context.fillStyle = '#fff'
    context.fillRect(0, 0, 1, 1)
    for (const name of names) {
      probe.style.color = `var(--${name})`
      context.fillStyle = getComputedStyle(probe).color
      context.fillRect(0, 0, 1, 1)
    }
    const [red, green, blue] = [...context.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => {
      const share = value / 255
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
    }) as [number, number, number]
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const pairs: [text: string, ...ground: string[]][] = [
    ...['canvas', 'sunken', 'raised', 'bubble', 'code'].flatMap((ground) =>
      ['text', 'muted', 'faint', 'accent-text', 'danger', 'ok', 'warn'].map(
        (text) => [text, ground] as [string, string],
      ),
    ),
    ...['keyword', 'string', 'function', 'constant', 'parameter', 'comment', 'punctuation'].map(
      (token) => [`syntax-token-${token}`, 'code'] as [string, string],
    ),
    ['on-accent', 'accent'],
    ['on-accent', 'accent-hover'],
    ['on-accent', 'danger-fill'],
    ['canvas', 'text'],
    ['muted', 'canvas', 'danger-soft'],
    ['faint', 'canvas', 'danger-soft'],
    ['muted', 'canvas', 'warn-soft'],
    ['text', 'sunken', 'selected'],
    ['text', 'sunken', 'hover'],
  ]
  return pairs.flatMap(([text, ...ground]) => {
    const [low, high] = [paint(text), paint(...ground)].toSorted((a, b) => a - b) as [number, number]
    const contrast = (high + 0.05) / (low + 0.05)
    return contrast < 4.5 ? [`${text} on ${ground.join('+')}: ${contrast.toFixed(2)}`] : []
  })
}

async function assertInView(element: Locator): Promise<void> {
  const box = await element.boundingBox()
  const viewport = element.page().viewportSize()!
  assert.ok(box && box.y >= 0 && box.y + box.height <= viewport.height, `not in view: ${JSON.stringify(box)}`)
}

test('an answer that was drawn before the agents were known can be asked for again [web.versions]', async (t) => {
  const { page, agent } = await openNewChat(t)
  agent.script(says('the first words'))
  await things(page).send('hello')
  await things(page).answers.filter({ hasText: 'the first words' }).waitFor()
  await page.waitForURL('**/c/*')
  const drawn = signal()
  await page.route('**/api/models', async (route) => {
    await drawn.given
    await route.continue()
  })
  await page.reload()
  await things(page).answers.filter({ hasText: 'the first words' }).waitFor()
  drawn.give()
  await page.getByRole('banner').getByText('Garden helper').waitFor()
  agent.script(says('other words'))
  await things(page).regenerate.click()
  await things(page).answers.filter({ hasText: 'other words' }).waitFor()
})
