/** How the frontend is served in development, built, and tested. */
import path from 'node:path'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { loadEnv, type Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import siteDefaults from './src/api/site-defaults.json' with { type: 'json' }
import { stripeStandIn } from './stripe-stand-in'

const repositoryRoot = path.resolve(import.meta.dirname, '..')

/** Tests see the defaults only, so that nobody's own `.env` can break them. */
function operatorSettings(mode: string): typeof siteDefaults {
  if (mode === 'test') return siteDefaults
  const given = loadEnv(mode, repositoryRoot, Object.keys(siteDefaults))
  const isSetting = ([name, value]: [string, string]) => name in siteDefaults && value !== ''
  return { ...siteDefaults, ...Object.fromEntries(Object.entries(given).filter(isSetting)) }
}

const htmlEscapes: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
}

/** The name in the page's title until the app, or the prerender, knows which page it is. */
function siteNameInHtml(siteName: string): Plugin {
  const escaped = siteName.replace(/[&<>"]/g, (character) => htmlEscapes[character] ?? character)
  return {
    name: 'site-name-in-html',
    transformIndexHtml: (html) => html.replaceAll('%SITE_NAME%', () => escaped),
  }
}

export default defineConfig(({ mode }) => {
  const { BACKEND_PORT = '8001' } = { ...loadEnv(mode, repositoryRoot, 'BACKEND_'), ...process.env }
  // The backend compares Origin with Host to refuse foreign requests, so neither may be rewritten.
  const backend = { target: `http://127.0.0.1:${BACKEND_PORT}`, changeOrigin: false }

  const settings = operatorSettings(mode)
  const { STRIPE_STAND_IN_URL } = loadEnv(mode, repositoryRoot, 'STRIPE_STAND_IN_URL')

  return {
    plugins: [
      react(),
      tailwindcss(),
      siteNameInHtml(settings.SITE_NAME),
      stripeStandIn(STRIPE_STAND_IN_URL),
    ],
    resolve: { alias: { '@': path.resolve(import.meta.dirname, 'src') } },
    define: { __SITE_SETTINGS__: JSON.stringify(settings) },
    server: {
      host: '127.0.0.1',
      port: 5173,
      strictPort: true,
      proxy: { '/api': backend, '/healthz': backend, '/readyz': backend, '/media': backend },
    },
    test: {
      environment: 'happy-dom',
      environmentOptions: { happyDOM: { url: 'http://localhost:3000' } },
      include: ['src/**/*.test.{ts,tsx}'],
      setupFiles: ['src/test/setup.ts'],
      restoreMocks: true,
      // Both cores of a small machine; left alone, it would use one.
      maxWorkers: 2,
      testTimeout: 30_000,
      // A loaded machine may be late once; what fails twice is wrong. A second try is printed.
      retry: process.env.CI ? 1 : 0,
    },
  }
})
