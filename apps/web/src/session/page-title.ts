import { createContext, useContext, useEffect } from 'react'

const productName = 'Nightflow'

/** The name of a browser tab: the shown thing, then the screen, then the utility. Repeated parts are left out. */
export const documentTitle = (...parts: readonly (string | undefined)[]): string => {
  const said = parts.filter((part) => part !== undefined && part !== '')
  return said.length === 0 ? productName : [...new Set(said)].join(' · ')
}

const nameTab = (title: string): void => {
  document.title = documentTitle(title, productName)
}

/** Takes the title of a screen. Around screens of the shell the shell adds where they are; all others name the product. */
export const PageTitleContext = createContext<(title: string) => void>(nameTab)

/** Names the browser tab after the screen, so that tabs, history and bookmarks can be distinguished. */
export function usePageTitle(title: string | undefined): void {
  const publish = useContext(PageTitleContext)
  useEffect(() => {
    if (title !== undefined) publish(title)
  }, [publish, title])
}
