"""The kinds of secrets, for people: their names, and what to do about one that was stored."""

from __future__ import annotations

from arbor_desktop.text.sentence import Sentence

_SERVICES = {
    "alibaba": "Alibaba Cloud",
    "anthropic": "Anthropic",
    "atlassian": "Atlassian",
    "aws": "AWS",
    "azure": "Azure",
    "digitalocean": "DigitalOcean",
    "discord": "Discord",
    "docker": "Docker",
    "facebook": "Facebook",
    "github": "GitHub",
    "gitlab": "GitLab",
    "google": "Google",
    "huggingface": "Hugging Face",
    "mapbox": "Mapbox",
    "npm": "npm",
    "openai": "OpenAI",
    "openrouter": "OpenRouter",
    "pypi": "PyPI",
    "rubygems": "RubyGems",
    "sendgrid": "SendGrid",
    "shopify": "Shopify",
    "slack": "Slack",
    "square": "Square",
    "stripe": "Stripe",
    "telegram": "Telegram",
    "twilio": "Twilio",
}
"""Names of services, by the first part of the kinds of their keys and tokens."""
_NAMES = {
    "account-number": Sentence("Account number"),
    "age-key": Sentence("age key"),
    "ai-service-key": Sentence("AI service key"),
    "auth-header": Sentence("Authorization header"),
    "bearer-token": Sentence("Bearer token"),
    "connection-string": Sentence("Connection string"),
    "cookie": Sentence("Cookie"),
    "credit-card": Sentence("Credit card number"),
    "email": Sentence("E-mail address"),
    "iban": Sentence("IBAN"),
    "jwt": Sentence("JSON web token"),
    "key": Sentence("Key"),
    "kubernetes-secret": Sentence("Kubernetes secret"),
    "license-key": Sentence("License key"),
    "mail-service-key": Sentence("Mail service key"),
    "one-time-code": Sentence("One-time code"),
    "password": Sentence("Password"),
    "password-hash": Sentence("Password hash"),
    "phone": Sentence("Phone number"),
    "pin": Sentence("PIN or code"),
    "private-key": Sentence("Private key"),
    "recovery-key": Sentence("Recovery key"),
    "registry-login": Sentence("Registry login"),
    "secret": Sentence("Secret"),
    "seed-phrase": Sentence("Seed phrase"),
    "service-token": Sentence("Service token"),
    "session-id": Sentence("Session ID"),
    "social-security-number": Sentence("Social security number"),
    "token": Sentence("Token"),
    "url-password": Sentence("Password in a URL"),
    "url-token": Sentence("Token in a URL"),
    "webhook-url": Sentence("Webhook URL"),
}
_CHANGE = Sentence("Change it wherever it is used.")
_ADVICE = {
    "age-key": Sentence("Create a new key and encrypt your files again."),
    "connection-string": Sentence("Change the password, or ask the person who runs the server."),
    "cookie": Sentence("Sign out of that session."),
    "credit-card": Sentence("Ask your bank for a new card."),
    "jwt": Sentence("Sign out of that session."),
    "kubernetes-secret": Sentence("Change the values in it."),
    "license-key": Sentence("Ask the seller for a new one."),
    "password-hash": Sentence("Change the password."),
    "private-key": Sentence("Create a new key pair and remove the old public key wherever it is trusted."),
    "seed-phrase": Sentence("Move what it protects to a new wallet."),
    "session-id": Sentence("Sign out of that session."),
    "url-password": Sentence("Change the password, or ask the person who runs the server."),
    "webhook-url": Sentence("Create a new webhook and delete the old one."),
}
_NO_ADVICE = ("account-number", "email", "iban", "one-time-code", "phone", "social-security-number")
"""What can't be changed, or no longer works."""


def name_of(kind: str) -> Sentence:
    """Return the name of a kind: "GitHub token"."""
    service, _, what = kind.rpartition("-")
    if service in _SERVICES:
        known = _SERVICES[service]
        if what == "token":
            return Sentence("{service} token", service=known)
        return Sentence("{service} key", service=known)
    return _NAMES.get(kind, _NAMES["secret"])


def advice_on(kind: str) -> Sentence | None:
    """Return what to do about a secret of a kind that was stored; None if nothing can be done."""
    service = kind.rpartition("-")[0]
    if service in _SERVICES:
        return Sentence("Create a new one at {service} and revoke the old one.", service=_SERVICES[service])
    return None if kind in _NO_ADVICE else _ADVICE.get(kind, _CHANGE)
