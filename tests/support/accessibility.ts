import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'

/** As a page reads it soonest. */
const AXE = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8')

interface Options {
  /** Leave alone what frames show, which is its author's own. */
  frames?: 'ignored'
  /**
   * Only the rules about colours: for a page that was looked at just so in its other colour scheme. Or all others: for
   * one whose colours were looked at in another window. Or those that a width between two others can break: names of what
   * shows there only, and what is too small, hidden or out of reach.
   */
  rules?: 'colours' | 'structure' | 'layout' | undefined
}

interface Finding {
  id: string
  elements: string
}

/** What axe finds wrong on a page, however small, with the elements. */
export const allFindings = async (page: Page, options?: Options): Promise<string[]> =>
  (await findingsOn(page, options)).map(inWords)

export interface Look extends Pick<Options, 'rules'> {
  width: number
  colorScheme: 'light' | 'dark'
}

/** In full at a desk and on a phone, each in one colour scheme, and the layout in between. */
export const LOOKS: readonly Look[] = [
  { width: 1280, colorScheme: 'light' },
  { width: 390, colorScheme: 'dark' },
  { width: 820, colorScheme: 'dark', rules: 'layout' },
]

/**
 * Look pages over in several windows, to which each is brought where it stands. Gives what is wrong in one of the windows;
 * the pages are visited when that is asked for first, and for all windows at once.
 */
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

/** Whether a page is wider than its window. */
export const isTooWide = (page: Page): Promise<boolean> =>
  page.evaluate('document.documentElement.scrollWidth > document.documentElement.clientWidth')

const inWords = ({ id, elements }: Finding) => `${id}: ${elements}`

/** Only violations leave the page: all else that axe tells is larger than the page itself. */
async function findingsOn(page: Page, { frames, rules }: Options = {}): Promise<Finding[]> {
  await page.evaluate(settled)
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(AXE)
  const options = {
    resultTypes: ['violations'],
    preload: { assets: ['media'] }, // style sheets are for a rule that is off
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

/** Rules that a width can break. */
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

/** Colours change over a moment. */
const settled = `Promise.allSettled(document.getAnimations()
  .filter((animation) => animation instanceof CSSTransition).map(({ finished }) => finished)).then(() => null)`
