import type { Page } from 'playwright'

/**
 * Every visible or spoken text: text nodes that are shown, labels, titles, place holders. Verbatim parts of the log
 * (`nf-mono`) are left out: a device may well have sent "NaN".
 */
export const visibleTexts = async (page: Page): Promise<string[]> => page.evaluate<string[]>(script)

const script = `(() => {
  const texts = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement
    if (element.closest('script, style, noscript, .nf-mono') || !element.checkVisibility()) continue
    texts.push(walker.currentNode.textContent.trim())
  }
  for (const element of document.querySelectorAll('[aria-label], [title], [placeholder], [alt]')) {
    for (const name of ['aria-label', 'title', 'placeholder', 'alt']) if (element.hasAttribute(name)) texts.push(element.getAttribute(name).trim())
  }
  return texts.filter(Boolean)
})()`

/** Names of things that look like keys of texts, shown on purpose: types of events in the log. */
const wordsOfTheLog = /\b[a-z]+\.[A-Z]\w+/g
const emailAddresses = /\S+@\S+/g
const addresses = /https?:\/\/\S+/g

/** Texts that must not appear: a key that has no text, a place holder that was not filled, a value that is none. */
export const unfinishedTexts = (texts: readonly string[]): string[] =>
  texts.filter((text) =>
    /\b[a-z][A-Za-z]*\.[a-z][\w.-]*\b|\{\{|\}\}|\b(undefined|NaN|null)\b|\[object /.test(
      text.replaceAll(wordsOfTheLog, '').replaceAll(emailAddresses, '').replaceAll(addresses, ''),
    ),
  )
