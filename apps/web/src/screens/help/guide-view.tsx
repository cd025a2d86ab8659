import { Link } from '@tanstack/react-router'
import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { crewPath } from '#session/offline-pages.ts'
import { useMenu } from '#shell/menu-query.ts'
import { sumInFigures } from './sum-in-figures.ts'

/** The text of a guide. Its pictures are for the site: here the page itself is one click away. */
export function GuideView({ tokens }: { tokens: readonly Token[] }) {
  return (
    <article className="nf-guide">
      <Blocks tokens={tokens} />
    </article>
  )
}

const keyed = (tokens: readonly Token[], show: (token: Token) => ReactNode): ReactNode =>
  tokens.filter(({ type }) => type !== 'space').map((token) => <Fragment key={token.raw}>{show(token)}</Fragment>)

function Blocks({ tokens }: { tokens: readonly Token[] }) {
  return keyed(tokens, (token) => <Block token={token as Tokens.Generic} />)
}

function Block({ token }: { token: Tokens.Generic }) {
  const { i18n } = useTranslation()
  switch (token.type) {
    case 'heading':
      return <h3>{token.text}</h3>
    case 'paragraph':
      return token.tokens?.every(({ type }) => type === 'image') ? null : (
        <p>
          <Words tokens={token.tokens ?? []} />
        </p>
      )
    case 'list':
      return token.ordered ? <ol>{items(token as Tokens.List)}</ol> : <ul>{items(token as Tokens.List)}</ul>
    case 'code':
      return <p className="nf-guide-sum">{sumInFigures(token.text, i18n.language)}</p>
    case 'text':
      return <Words tokens={token.tokens ?? []} />
    default:
      return null
  }
}

const items = ({ items: all }: Tokens.List): ReactNode =>
  keyed(all, (item) => (
    <li>
      <Blocks tokens={(item as Tokens.ListItem).tokens} />
    </li>
  ))

function Words({ tokens }: { tokens: readonly Token[] }) {
  return keyed(tokens, (token) => (token.type === 'link' ? <PageLink link={token as Tokens.Link} /> : (token as Tokens.Text).text))
}

/** `app:/water/leakage` is a page of the product. A person who may not open it reads its name. */
function PageLink({ link: { href, text } }: { link: Tokens.Link }) {
  const { screens } = useMenu()
  const path = href.replace(/^app:/, '')
  const isOpen = path === crewPath || screens.some((screen) => screen.path === path)
  return isOpen ? (
    <Link to={path as string} className="nf-link">
      {text}
    </Link>
  ) : (
    <strong>{text}</strong>
  )
}
