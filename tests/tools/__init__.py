"""What the quality gates run beside pytest."""
