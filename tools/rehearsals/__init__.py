"""What is shipped is really run: units, nginx, images and alerts, on machines made for it."""
