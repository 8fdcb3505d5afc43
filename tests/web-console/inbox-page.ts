import type { Page } from 'playwright-core'

/** Waits for a code sample and returns its text. */
export const codeSampleText = async (page: Page, label: string): Promise<string> =>
  (await page.getByRole('region', { name: label, exact: true }).innerText()).trim()
