import type { Locator, Page } from 'playwright-core'

export const chatPage = (page: Page) => {
  const message = page.getByRole('textbox', { name: 'Message' })
  const answers = page.getByRole('article', { name: 'Answer' })
  const stop = page.getByRole('button', { name: 'Stop' })

  return {
    message,
    answers,
    stop,
    lastAnswer: () => answers.last(),

    async signUp(url: string, person: { name: string; email: string; password: string }) {
      await page.goto(url)
      await page.getByLabel('Name').fill(person.name)
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password', { exact: true }).fill(person.password)
      await page.getByRole('button', { name: /create.*account|sign up/i }).click()
      await message.waitFor()
    },

    async signIn(person: { email: string; password: string }) {
      await page.getByLabel('Email').fill(person.email)
      await page.getByLabel('Password', { exact: true }).fill(person.password)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await message.waitFor()
    },

    async signOut() {
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitem', { name: 'Sign out' }).click()
      await page.getByRole('button', { name: 'Sign in' }).waitFor()
    },

    async send(text: string): Promise<Locator> {
      const before = await answers.count()
      await message.fill(text)
      await page.getByRole('button', { name: 'Send' }).click()
      const answer = answers.nth(before)
      await answer.waitFor()
      return answer
    },

    async ask(text: string): Promise<string> {
      const answer = await this.send(text)
      await this.settled()
      return answer.innerText()
    },

    async settled() {
      await page.getByRole('button', { name: 'Regenerate' }).last().waitFor()
      await stop.waitFor({ state: 'hidden' })
    },
  }
}

export const showsText = (element: Locator, text: string): Promise<void> =>
  element.filter({ hasText: text }).waitFor()
