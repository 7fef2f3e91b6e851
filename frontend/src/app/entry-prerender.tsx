/** Renders a page to HTML: when the site is built, and the sales page whenever its offer changes. */
import { StrictMode } from 'react'
import { prerenderToNodeStream } from 'react-dom/static'
import { createStaticHandler, createStaticRouter, StaticRouterProvider } from 'react-router'
import type { KnownAnswers } from '@/api/known-answers'
import { documentTitle, pageAt, publicPaths } from '@/lib/pages'
import { site } from '@/lib/site'
import { Providers } from './providers'
import { routes } from './router'

// The script that writes the files is plain JavaScript and learns these things from here.
export { publicPaths, site }

const handler = createStaticHandler(routes)

export interface PrerenderedPage {
  html: string
  title: string
  description: string
  canonicalUrl: string
}

/** The page as a visitor gets it; with what the server said, where that is known. */
export async function renderPage(path: string, known?: KnownAnswers): Promise<PrerenderedPage> {
  const context = await handler.query(new Request(`http://prerender.invalid${path}`))
  if (context instanceof Response) throw new Error(`${path} answered ${context.status}`)

  const { prelude } = await prerenderToNodeStream(
    <StrictMode>
      <Providers known={known ?? null}>
        <StaticRouterProvider
          router={createStaticRouter(handler.dataRoutes, context)}
          context={context}
          hydrate={false}
        />
      </Providers>
    </StrictMode>,
    // In one piece: parts that come late would wait, hidden, for a script that moves them to their place.
    { progressiveChunkSize: Number.POSITIVE_INFINITY },
  )
  const chunks: string[] = []
  for await (const chunk of prelude) chunks.push(String(chunk))

  const page = pageAt(path)
  return {
    html: chunks.join(''),
    title: documentTitle(page),
    description: page.description,
    canonicalUrl: new URL(path, site.url).href,
  }
}
