import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** Minified, because it is parsed in each page. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface Options {
  /** Ignores frames, because their authors control the content. */
  frames?: 'ignored'
  /**
   * `colours`: only colour rules. `structure`: all other rules. `layout`: rules whose result depends on the width,
   * such as names, sizes and visibility.
   */
  rules?: 'colours' | 'structure' | 'layout' | undefined
}

interface Finding {
  id: string
  elements: string
}

export const allFindings = async (page: Page, options?: Options): Promise<string[]> =>
  (await findingsOn(page, options)).map(inWords)

export interface Look extends Pick<Options, 'rules'> {
  width: number
  colorScheme: 'light' | 'dark'
}

export const LOOKS: readonly Look[] = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 820, colorScheme: 'dark', rules: 'layout' },
]

export function lookedOver(
  looks: readonly Look[],
  visit: (lookAt: (page: Page, what: string) => Promise<void>) => Promise<void>,
  options: Pick<Options, 'frames'> = {},
): (look: Look) => Promise<string[]> {
  const inAll = async () => {
    const wrong = new Map<Look, string[]>(looks.map((look) => [look, []]))
    await visit(async (page, what) => {
      const { width, height } = page.viewportSize()!
      for (const look of looks) {
        await page.setViewportSize({ width: look.width, height })
        await page.emulateMedia({ colorScheme: look.colorScheme })
        const findings = await allFindings(page, { ...options, rules: look.rules })
        if (await isTooWide(page)) findings.push('it is wider than its window')
        wrong.get(look)!.push(...findings.map((finding) => `${what}: ${finding}`))
      }
      await page.setViewportSize({ width, height })
      await page.emulateMedia({ colorScheme: looks[0]!.colorScheme })
    })
    return wrong
  }
  let asked: ReturnType<typeof inAll> | undefined
  return async (look) => (await (asked ??= inAll())).get(look)!
}

export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

const inWords = ({ id, elements }: Finding) => `${id}: ${elements}`

/** Returns only violations, because axe's whole result is larger than the page. */
async function findingsOn(page: Page, { frames, rules }: Options = {}): Promise<Finding[]> {
  await page.evaluate(settled)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  const options = {
    resultTypes: ['violations'],
    preload: { assets: ['media'] },
    iframes: frames !== 'ignored',
    selectors: false,
    ...(rules === 'colours' && { runOnly: { type: 'rule', values: COLOURS } }),
    ...(rules === 'layout' && { runOnly: { type: 'rule', values: LAYOUT } }),
    ...(rules === 'structure' && {
      rules: Object.fromEntries(COLOURS.map((id) => [id, { enabled: false }])),
    }),
  }
  return page.evaluate<Finding[]>(`axe.run(${JSON.stringify(options)}).then(({ violations }) =>
    violations.map(({ id, nodes }) => ({ id, elements: nodes.map(({ html }) => html).join(' | ') })))`)
}

const COLOURS = ['color-contrast', 'link-in-text-block']

const LAYOUT = [
  'aria-command-name',
  'aria-dialog-name',
  'aria-hidden-focus',
  'aria-input-field-name',
  'aria-toggle-field-name',
  'button-name',
  'duplicate-id-aria',
  'label',
  'link-name',
  'nested-interactive',
  'scrollable-region-focusable',
  'select-name',
  'target-size',
]

/** After a change of the window's size, the page renders and begins transitions within two frames. */
const settled = `new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  .then(() => Promise.allSettled(document.getAnimations()
    .filter((animation) => animation instanceof CSSTransition).map(({ finished }) => finished)))
  .then(() => null)`
