/// <reference types="vite/client" />

/** Filled in by vite.config.ts from the operator's environment. */
declare const __SITE_SETTINGS__: import('./lib/site').SiteSettings
