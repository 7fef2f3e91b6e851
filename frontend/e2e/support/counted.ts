/** Counts what an operator does: every click, every field filled and every chord of keys is one. */
import type { Locator, Page } from '@playwright/test'
import { expect } from './test'

export class Counted {
  private readonly done: string[] = []
  private readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  /** Ctrl-K with what is typed into it is one, as a search field that is clicked and filled would be. */
  async find(words: string) {
    this.done.push(`Ctrl-K ${words}`)
    await this.page.keyboard.press('Control+k')
    await expect(this.page.getByRole('combobox')).toBeFocused()
    await this.page.keyboard.type(words)
  }

  async press(key: string) {
    this.done.push(key)
    await this.page.keyboard.press(key)
  }

  async click(target: Locator) {
    this.done.push(`click ${target}`)
    await target.click()
  }

  /** Says what was done where it was too much. */
  expectAtMost(most: number) {
    expect(this.done.length, this.done.join('\n')).toBeLessThanOrEqual(most)
  }
}
