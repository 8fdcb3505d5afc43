import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import { openDocument } from '../../testing/document.ts'

await openDocument()
const { german } = await import('./languages/de.ts')
const { speak } = await import('../../ui/language.ts')
const { keysLabel } = await import('../../ui/shortcuts.ts')

afterEach(() => speak())

test('keys have the names on keyboards of the language [web.shortcuts]', () => {
  assert.equal(keysLabel('mod+shift+o'), 'Ctrl+Shift+O')
  speak(german)
  assert.equal(keysLabel('mod+shift+o'), 'Strg+Umschalt+O')
  assert.equal(keysLabel('shift+enter'), 'Umschalt+Eingabe')
})
